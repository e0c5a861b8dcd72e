/**
 * Counts of writes by the class of their status, on the node that routed them: `doc_status` of
 * `_nodes/stats`. Items that a pipeline drops are not written, and do not count.
 */
import { resultAt } from '../shard_host/mod.js';
import type { BatchOutcome, ShardPart } from './batch_outcome.js';

/** The status of an operation on a document that does not exist. */
const NOT_FOUND = 404;
/** All other results of a shard are 200 or 201. */
const SUCCESS = 200;

export class DocumentStatuses {
  /** By hundreds of the status. */
  readonly #counts = new Map<number, number>();

  /** The counts by class, as `2xx`; classes without a write are left out. */
  get report(): readonly (readonly [family: string, count: number])[] {
    return [...this.#counts]
      .sort(([a], [b]) => a - b)
      .map(([hundreds, count]) => [`${hundreds}xx`, count]);
  }

  count({ parts, refused }: Pick<BatchOutcome, 'parts' | 'refused'>): void {
    for (const part of parts) this.#countPart(part);
    for (const { status } of refused.values()) this.#add(status);
  }

  #countPart({ reply, positions }: ShardPart): void {
    if (!('codes' in reply)) {
      this.#add(reply.status, positions.length);
      return;
    }
    let successCount = 0;
    for (let i = 0; i < positions.length; i++) {
      const status = statusAt(reply, i);
      if (status === SUCCESS) successCount++;
      else this.#add(status);
    }
    if (successCount > 0) this.#add(SUCCESS, successCount);
  }

  #add(status: number, count = 1): void {
    const hundreds = Math.floor(status / 100);
    this.#counts.set(hundreds, (this.#counts.get(hundreds) ?? 0) + count);
  }
}

function statusAt(reply: Extract<ShardPart['reply'], { codes: unknown }>, i: number): number {
  const packed = resultAt(reply, i);
  const other = packed === undefined ? reply.others.get(i) : undefined;
  if (other?.ok === false) return other.error.status;
  return (packed ?? other?.result) === 'not_found' ? NOT_FOUND : SUCCESS;
}
