/**
 * Runs the script of an update by query or of a reindex over the found documents. Each becomes
 * `ctx`, and the script's result is the document to write. An update may change only the source and
 * the operation; a reindex script may also change the destination.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import { isNumberValue, JMap, numberOfValue, readJson, textOf, type Value } from '@skein/java';
import type { ScriptReference, ScriptService } from '@skein/script';
import { type DocumentAddress, putAddress, sourceBytes, updateScript } from './update_context.js';

export interface ScriptedDocument extends DocumentAddress {
  readonly source: Uint8Array;
}

type BulkScriptOp = 'index' | 'delete' | 'noop';

export interface BulkScriptResult {
  readonly op: BulkScriptOp;
  readonly index: string;
  /** The id; `undefined`: a new one will be made. */
  readonly id: string | undefined;
  readonly routing: string | undefined;
  /** `undefined`: any version; absent: unchanged. */
  readonly version?: number | undefined;
  readonly source: Uint8Array;
}

export interface TransformRequest {
  readonly script: ScriptReference;
  readonly documents: readonly ScriptedDocument[];
  /** True if the script may change the document's destination. */
  readonly mayMove: boolean;
}

const OPS: ReadonlySet<string> = new Set<BulkScriptOp>(['index', 'delete', 'noop']);

export function transformDocuments(
  { script, documents, mayMove }: TransformRequest,
  scripts: ScriptService,
): readonly BulkScriptResult[] {
  const run = updateScript(scripts, script);
  return documents.map((document) => {
    const ctx = contextOf(document);
    run(ctx);
    return resultOf(ctx, document, mayMove);
  });
}

function contextOf(document: ScriptedDocument): JMap {
  const ctx = new JMap('java.util.HashMap');
  putAddress(ctx, document);
  ctx.put('_source', readJson(document.source));
  ctx.put('op', 'index');
  return ctx;
}

function resultOf(ctx: JMap, before: ScriptedDocument, mayMove: boolean): BulkScriptResult {
  const op = opOf(ctx.remove('op'));
  const source = sourceBytes(ctx.remove('_source'));
  const index = textOrNull(ctx.remove('_index'));
  const id = textOrNull(ctx.remove('_id'));
  const version = ctx.remove('_version');
  const routing = textOrNull(ctx.remove('_routing'));
  const isVersionKept = isNumberValue(version) && numberOfValue(version) === before.version;
  if (!mayMove) {
    refuseChange('_index', index === before.index);
    refuseChange('_id', id === before.id);
    refuseChange('_version', isVersionKept);
    refuseChange('_routing', routing === (before.routing ?? null));
  }
  if (ctx.size() > 0) {
    const names = [...ctx.keys()].map((name) => textOf(name)).join(',');
    throw illegalArgument(`Invalid fields added to context [${names}]`);
  }
  if (index === null) throw noDestination();
  return {
    op,
    index,
    id: id ?? undefined,
    routing: routing ?? undefined,
    ...(isVersionKept ? {} : { version: versionOf(version) }),
    source,
  };
}

function opOf(value: Value): BulkScriptOp {
  if (value === null) throw illegalArgument('Script cleared operation type');
  const op = textOf(value);
  // The set holds all of them and no other word.
  if (OPS.has(op)) return op as BulkScriptOp;
  throw illegalArgument(
    `Operation type [${op}] not allowed, only [noop, index, delete] are allowed`,
  );
}

function versionOf(version: Value): number | undefined {
  if (version === null) return undefined;
  const number = isNumberValue(version) ? numberOfValue(version) : Number.NaN;
  if (Number.isSafeInteger(number)) {
    if (number >= 0) return number;
    throw illegalArgument(`illegal version value [${number}]`);
  }
  throw illegalArgument(
    `_version may only be set to an int or a long but was [${textOf(version)}]`,
  );
}

function textOrNull(value: Value): string | null {
  return value === null ? null : textOf(value);
}

function refuseChange(name: string, isKept: boolean): void {
  if (!isKept) throw illegalArgument(`Modifying [${name}] not allowed`);
}

function noDestination(): ApiError {
  return new ApiError('null_pointer_exception', "Can't reindex without a destination index!");
}
