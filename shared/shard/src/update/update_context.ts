/**
 * The common part of update scripts, for one document or many: the document's address goes into
 * `ctx`, its source comes out as bytes.
 */
import { double, encodeJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { classNameOf, JMap, mapFromJson, toJson, type Value } from '@skein/java';
import { type ScriptReference, type ScriptService, scriptContext } from '@skein/script';

const UPDATE = scriptContext('update');

export interface DocumentAddress {
  readonly index: string;
  readonly id: string;
  /** -1: unknown. */
  readonly version: number;
  readonly routing: string | undefined;
}

export function putAddress(ctx: JMap, { index, id, version, routing }: DocumentAddress): void {
  ctx.put('_index', index);
  ctx.put('_id', id);
  ctx.put('_version', BigInt(version));
  ctx.put('_routing', routing ?? null);
}

/**
 * Compiles a script once for any number of documents; each run has its own copy of the parameters.
 */
export function updateScript(scripts: ScriptService, script: ScriptReference): (ctx: JMap) => void {
  const { run } = scripts.painless(script, UPDATE);
  return (ctx) => {
    run(mapFromJson(script.params), ctx);
  };
}

/**
 * The bytes of the `_source` that a script has left. As in OpenSearch, null is refused with its
 * document, when that is indexed.
 */
export function sourceBytes(source: Value): Uint8Array {
  if (source === null) return encodeJson(null);
  if (source instanceof JMap) return encodeJson(toJson(source, double));
  const reason = `class ${classNameOf(source)} cannot be cast to class java.util.Map`;
  throw new ApiError('class_cast_exception', reason);
}
