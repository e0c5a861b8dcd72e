/** The answer of a search as JSON in pieces: the hits come encoded from the shards and are written as they stand. */
import { float32, JsonBuffer, type JsonObject, type JsonValue } from '@skein/content';
import type { MergedResult } from '@skein/search';
import { failuresJson, type ShardFailure } from './shard_failures.js';

export interface RenderedSearch {
  readonly tookMs: number;
  readonly merged: MergedResult;
  readonly shards: ShardCounts;
  readonly hits: readonly Uint8Array[];
  readonly totalHitsAsInt: boolean;
  /** `_msearch` tells each item's status. */
  readonly status: number | undefined;
}

export interface ShardCounts {
  readonly total: number;
  readonly successful: number;
  readonly failures: readonly ShardFailure[];
}

export function shardsJson({ total, successful, failures }: ShardCounts): JsonObject {
  return {
    total,
    successful,
    skipped: 0,
    failed: failures.length,
    ...(failures.length === 0 ? {} : { failures: failuresJson(failures) }),
  };
}

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

export function renderSearch(search: RenderedSearch): Uint8Array[] {
  const chunks: Uint8Array[] = [head(search)];
  search.hits.forEach((hit, i) => {
    if (i > 0) chunks.push(COMMA);
    chunks.push(hit);
  });
  const end = search.status === undefined ? ']}}' : `]},"status":${search.status}}`;
  chunks.push(encoder.encode(end));
  return chunks;
}

/** Everything before the first hit. */
function head(search: RenderedSearch): Uint8Array {
  const { merged, tookMs, shards } = search;
  const buffer = new JsonBuffer();
  buffer.text(`{"took":${tookMs},"timed_out":${merged.timedOut},`);
  if (merged.terminatedEarly !== undefined) {
    buffer.text(`"terminated_early":${merged.terminatedEarly},`);
  }
  buffer.text('"_shards":');
  buffer.value(shardsJson(shards));
  buffer.text(',"hits":{');
  const total = totalJson(search);
  if (total !== undefined) {
    buffer.text('"total":');
    buffer.value(total);
    buffer.text(',');
  }
  buffer.text('"max_score":');
  buffer.value(maxScoreJson(search));
  buffer.text(',"hits":[');
  return buffer.finish();
}

function totalJson({ merged, totalHitsAsInt }: RenderedSearch): JsonValue | undefined {
  if (totalHitsAsInt) return merged.total?.value ?? -1;
  return merged.total && { value: merged.total.value, relation: merged.total.relation };
}

/** Without any shard the reference says 0, with shards but no score `null`. */
function maxScoreJson({ merged, shards }: RenderedSearch): JsonValue {
  if (shards.total === 0) return float32(0);
  return Number.isNaN(merged.maxScore) ? null : float32(merged.maxScore);
}
