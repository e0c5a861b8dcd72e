/**
 * An update by script: the document and its metadata become the script's `ctx`, and the result is
 * read from it. `ctx.op` selects the operation: `index` for an existing document or `create` for a
 * missing one, `delete`, or `none`; anything else does nothing, as in OpenSearch.
 */
import type { CurrentDocument } from '@skein/engine';
import { ApiError, asApiError } from '@skein/errors';
import { JMap, readJson, textOf } from '@skein/java';
import type { ScriptReference, ScriptService } from '@skein/script';
import { putAddress, sourceBytes, updateScript } from './update_context.js';

type ScriptedUpdate =
  | { readonly op: 'write'; readonly source: Uint8Array }
  | { readonly op: 'delete' }
  | { readonly op: 'none' };

const NO_UPDATE: ScriptedUpdate = { op: 'none' };

/** Runs a script over an existing document. */
export function updateByScript(
  run: ScriptRun,
  {
    index,
    id,
    current,
  }: { readonly index: string; readonly id: string; readonly current: CurrentDocument },
): ScriptedUpdate {
  const ctx = context(current.source ?? EMPTY_DOCUMENT, 'index', run.nowMs);
  putAddress(ctx, { index, id, version: current.version, routing: current.routing });
  execute(run, ctx);
  const op = opOf(ctx);
  if (op === 'delete') return { op };
  return op === 'index' ? written(ctx) : NO_UPDATE;
}

/** Runs a script over the `upsert` of a missing document. The script can only create it or not. */
export function upsertByScript(run: ScriptRun, upsert: Uint8Array): ScriptedUpdate {
  const ctx = context(upsert, 'create', run.nowMs);
  execute(run, ctx);
  return opOf(ctx) === 'create' ? written(ctx) : NO_UPDATE;
}

export interface ScriptRun {
  readonly scripts: ScriptService;
  readonly script: ScriptReference;
  readonly nowMs: number;
}

const EMPTY_DOCUMENT = new TextEncoder().encode('{}');

function context(source: Uint8Array, op: string, nowMs: number): JMap {
  const ctx = new JMap('java.util.HashMap');
  ctx.put('op', op);
  ctx.put('_source', readJson(source));
  ctx.put('_now', BigInt(nowMs));
  return ctx;
}

function execute({ scripts, script }: ScriptRun, ctx: JMap): void {
  try {
    updateScript(scripts, script)(ctx);
  } catch (error) {
    throw new ApiError('illegal_argument_exception', 'failed to execute script', {
      cause: asApiError(error),
    });
  }
}

function opOf(ctx: JMap): string {
  const op = ctx.get('op');
  return op === null ? 'none' : textOf(op);
}

const written = (ctx: JMap): ScriptedUpdate => ({
  op: 'write',
  source: sourceBytes(ctx.get('_source')),
});
