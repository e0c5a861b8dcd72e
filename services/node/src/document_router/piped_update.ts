/**
 * An `_update` in an index with pipelines. They process the whole new document, as in OpenSearch:
 * the primary plans the write, and this node sends it through the pipelines like any write, on the
 * condition that the document has not changed since. If it has, the update starts again,
 * `retry_on_conflict` times.
 */
import { isVersionConflict } from '@skein/errors';
import { batchOf, type RoutedWrite, type WriteBatch } from '../shard_host/mod.js';
import { type BatchOutcome, onlyResult, type RoutedWriteResult } from './batch_outcome.js';
import type { WriteOptions } from './contract.js';
import { plainWrite } from './plain_write.js';

interface UpdateSteps {
  /** Sends a batch to the primaries without pipelines. */
  plan(batch: WriteBatch, options: WriteOptions): Promise<BatchOutcome>;
  /** Sends a batch through its pipelines and to the primaries. */
  write(batch: WriteBatch): Promise<BatchOutcome>;
  /** Gets the outcome of a plan that leads to no write. */
  end(planned: BatchOutcome): void;
}

export async function updateThroughPipelines(
  item: RoutedWrite,
  options: WriteOptions,
  { plan, write, end }: UpdateSteps,
): Promise<RoutedWriteResult> {
  // A plan writes nothing: there is nothing to refresh, and no copy but the primary is needed.
  const planning: WriteOptions = { ...options, refresh: 'false', waitForActiveShards: '1' };
  for (let attempt = 0; ; attempt++) {
    const outcome = await plan(batchOf([{ ...item, planOnly: true }]), planning);
    const planned = onlyResult(outcome);
    const next = plannedWrite(item, planned);
    if (next === undefined) {
      end(outcome);
      return planned;
    }
    const written = onlyResult(await write(batchOf([next])));
    if (attempt < item.retryOnConflict && isConflict(written)) continue;
    return withSource(written, planned);
  }
}

/** Undefined if the update failed or changes nothing. */
function plannedWrite(
  { index, id }: RoutedWrite,
  { result }: RoutedWriteResult,
): RoutedWrite | undefined {
  if (!result.ok || result.planned === undefined) return undefined;
  const { planned, seqNo, primaryTerm } = result;
  const { op, routing } = planned;
  const isNew = op === 'create';
  return plainWrite({
    op,
    index,
    id,
    body: op === 'delete' ? undefined : planned.source,
    routing,
    ifSeqNo: isNew ? undefined : seqNo,
    ifPrimaryTerm: isNew ? undefined : primaryTerm,
  });
}

/** Like OpenSearch, returns the document as it was before its pipelines. */
function withSource(
  written: RoutedWriteResult,
  { result: planned }: RoutedWriteResult,
): RoutedWriteResult {
  const { result } = written;
  if (!result.ok || !planned.ok) return written;
  return { ...written, result: { ...result, get: planned.get } };
}

function isConflict({ result }: RoutedWriteResult): boolean {
  return !result.ok && isVersionConflict(result.error);
}
