/**
 * Renders the response of a search as JSON: hits arrive encoded from the shards and are copied
 * unchanged.
 */
import { float32, JsonBuffer, type JsonObject, type JsonValue } from '@skein/content';
import type { MergedResult } from './merge_query_results.js';

export interface RenderedSearch {
  readonly tookMs: number;
  readonly merged: MergedResult;
  readonly shards: JsonObject & { readonly total: number };
  /** Encoded hits, any number of them per entry, separated by commas. */
  readonly hits: readonly Uint8Array[];
  readonly totalHitsAsInt: boolean;
  /** The name and id for continuing the search, rendered first. */
  readonly context?: { readonly name: '_scroll_id' | 'pit_id'; readonly id: string } | undefined;
  /** The status of the item in `_msearch`. */
  readonly status: number | undefined;
  /** Milliseconds by phase; not rendered if absent. */
  readonly phaseTook?: JsonObject | undefined;
}

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

/** Renders the response in chunks; hits are not copied. */
export function renderSearch(search: RenderedSearch): Uint8Array[] {
  const buffer = new JsonBuffer();
  writeHead(search, buffer);
  const chunks: Uint8Array[] = [buffer.finish()];
  search.hits.forEach((hit, i) => {
    if (i > 0) chunks.push(COMMA);
    chunks.push(hit);
  });
  const last = new JsonBuffer();
  writeEnd(search, last);
  chunks.push(last.finish());
  return chunks;
}

/** Appends the response to the buffer in one piece. */
export function writeSearch(search: RenderedSearch, buffer: JsonBuffer): void {
  writeHead(search, buffer);
  search.hits.forEach((hit, i) => {
    if (i > 0) buffer.text(',');
    buffer.raw(hit);
  });
  writeEnd(search, buffer);
}

/** Writes everything after the last hit. */
function writeEnd({ merged, status }: RenderedSearch, buffer: JsonBuffer): void {
  buffer.text(']}');
  if (merged.aggregations !== undefined) {
    buffer.text(',"aggregations":');
    buffer.value(merged.aggregations);
  }
  if (merged.suggest !== undefined) {
    buffer.text(',"suggest":');
    buffer.value(merged.suggest);
  }
  if (merged.profile !== undefined) {
    buffer.text(',"profile":');
    buffer.value(merged.profile);
  }
  buffer.text(status === undefined ? '}' : `,"status":${status}}`);
}

/** Writes everything before the first hit. */
function writeHead(search: RenderedSearch, buffer: JsonBuffer): void {
  const { merged, tookMs, shards, context, phaseTook } = search;
  buffer.text(context ? `{"${context.name}":"${context.id}",` : '{');
  buffer.text(`"took":${tookMs},`);
  if (phaseTook !== undefined) {
    buffer.text('"phase_took":');
    buffer.value(phaseTook);
    buffer.text(',');
  }
  buffer.text(`"timed_out":${merged.timedOut},`);
  if (merged.terminatedEarly !== undefined) {
    buffer.text(`"terminated_early":${merged.terminatedEarly},`);
  }
  const { reducePhases = 1 } = merged;
  if (reducePhases !== 1) buffer.text(`"num_reduce_phases":${reducePhases},`);
  buffer.text('"_shards":');
  buffer.value(shards);
  buffer.text(',');
  writeHitsHead(search, buffer);
}

/** Renders only `hits`, as inner hits show it. */
export function renderHits(search: RenderedSearch): Uint8Array {
  const buffer = new JsonBuffer();
  buffer.text('{');
  writeHitsHead(search, buffer);
  search.hits.forEach((hit, i) => {
    if (i > 0) buffer.text(',');
    buffer.raw(hit);
  });
  buffer.text(']}}');
  return buffer.finish();
}

/** Writes everything of `hits` before the first hit. */
function writeHitsHead(search: RenderedSearch, buffer: JsonBuffer): void {
  buffer.text('"hits":{');
  const total = totalJson(search);
  if (total !== undefined) {
    buffer.text('"total":');
    buffer.value(total);
    buffer.text(',');
  }
  buffer.text('"max_score":');
  buffer.value(maxScoreJson(search));
  buffer.text(',"hits":[');
}

function totalJson({ merged, totalHitsAsInt }: RenderedSearch): JsonValue | undefined {
  if (totalHitsAsInt) return merged.total?.value ?? -1;
  return merged.total && { value: merged.total.value, relation: merged.total.relation };
}

/** Without shards OpenSearch returns 0; with shards but without scores, `null`. */
function maxScoreJson({ merged, shards }: RenderedSearch): JsonValue {
  if (shards.total === 0) return float32(0);
  return Number.isNaN(merged.maxScore) ? null : float32(merged.maxScore);
}
