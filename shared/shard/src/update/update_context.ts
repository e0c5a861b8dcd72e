/** What scripts of updates have in common, of one document or of many: where it is goes into `ctx`, its source comes out as bytes. */
import { double, encodeJson, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type CompiledScript,
  classNameOf,
  fromJson,
  JMap,
  type Json,
  type ScriptReference,
  type ScriptService,
  scriptContext,
  toJson,
  type Value,
} from '@skein/script';

const UPDATE = scriptContext('update');

export interface DocumentAddress {
  readonly index: string;
  readonly id: string;
  /** -1: not known. */
  readonly version: number;
  readonly routing: string | undefined;
}

export function putAddress(ctx: JMap, { index, id, version, routing }: DocumentAddress): void {
  ctx.put('_index', index);
  ctx.put('_id', id);
  ctx.put('_version', BigInt(version));
  ctx.put('_routing', routing ?? null);
}

/** Compiled once, to be run over any number of documents; each run has parameters of its own. */
export function updateScript(scripts: ScriptService, script: ScriptReference): (ctx: JMap) => void {
  const { run } = scripts.compile(script, UPDATE).script as CompiledScript;
  return (ctx) => {
    run(fromJson(script.params as Json, 'java.util.HashMap'), ctx);
  };
}

/** The `_source` a script has left. */
export function sourceBytes(source: Value): Uint8Array {
  if (source instanceof JMap) return encodeJson(toJson(source, double) as JsonValue);
  const name = source === null ? 'null' : classNameOf(source);
  throw new ApiError('class_cast_exception', `class ${name} cannot be cast to class java.util.Map`);
}
