/**
 * `inner_hits` of a collapsed search: for each hit, searches of the documents that share its value,
 * whose hits are spliced into it.
 */
import { inSlices, type Turns } from '@skein/base';
import { JsonReader, seekMember } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import {
  allOf,
  type CollapseSpec,
  existsNode,
  renderHits,
  type SearchRequest,
  termNode,
} from '@skein/search';
import type { GroupKey } from '@skein/search_library';
import type { SearchCall } from './contract.js';
import type { FetchedHit } from './fetch_hits.js';
import type { FoundPage } from './found_page.js';
import { runInTurns } from './run_limited.js';
import type { SearchCoordinatorParts } from './search_caller.js';

/** Default limit of concurrent group searches. */
const MAX_CONCURRENT_GROUPS = 5;
const LABEL = 'inner hits of groups';

type Search = (call: SearchCall) => Promise<FoundPage>;

interface Inside {
  readonly search: Search;
  /** Memory for the rendered hits, and turns for other requests. */
  readonly parts: Turns & Pick<SearchCoordinatorParts, 'requests'>;
}

interface ExpandedHit {
  readonly hit: FetchedHit;
  /** The rendered inner hits, in the order in which they were requested. */
  readonly inner: Uint8Array[];
}

/**
 * The hits of the page with their inner hits. A thousand hits with two hundred `inner_hits` each
 * are two hundred thousand searches. Each answer is rendered as soon as it arrives, so that turns
 * stay short and only rendered hits are kept. After a failure no further search starts.
 */
export async function expandGroups(
  call: SearchCall,
  collapse: CollapseSpec,
  { merged, each }: FoundPage,
  { search, parts }: Inside,
): Promise<readonly Uint8Array[]> {
  const { field, innerHits, maxConcurrent = MAX_CONCURRENT_GROUPS } = collapse;
  const hits = each().map((hit): ExpandedHit => ({ hit, inner: [] }));
  const wanted = hits.flatMap((expanded) =>
    innerHits.map(({ request }, which) => ({ ...expanded, request, which })),
  );
  const failures: unknown[] = [];
  const memory = parts.requests.lease();
  const show = async ({ hit, inner, request: asked, which }: (typeof wanted)[number]) => {
    const group = merged.hits[hit.place]?.hit.group ?? null;
    const request = groupRequest(call.request, asked, { field, group });
    const bytes = renderedHits(await search({ ...call, request }), call);
    memory.grow(bytes.length, LABEL);
    inner[which] = bytes;
  };
  try {
    await runInTurns(wanted, { limit: maxConcurrent, turns: parts }, async (one) => {
      if (failures.length === 0) await show(one).catch((failure) => failures.push(failure));
    });
    if (failures.length > 0) throw notExpanded(asApiError(failures[0]));
    const names = innerHits.map(({ name }) => name);
    if (hits.length > 0 && names.includes(undefined)) throw nameless();
    return await inSlices(spliced(hits, names), parts);
  } finally {
    memory.end();
  }
}

function* spliced(
  hits: readonly ExpandedHit[],
  names: readonly (string | undefined)[],
): Generator<void, readonly Uint8Array[]> {
  const whole: Uint8Array[] = [];
  for (const { hit, inner } of hits) {
    const named = inner.map((one, i) => [names[i] ?? '', one] as const);
    whole.push(withInnerHits(hit.bytes, named));
    yield;
  }
  return whole;
}

/** Belongs to no shard of the outer search. */
function notExpanded(cause: ApiError): ApiError {
  return new ApiError('search_phase_execution_exception', 'failed to expand hits', {
    status: cause.status,
    rootCauses: [],
    cause,
    metadata: { phase: 'expand', grouped: true, failed_shards: [] },
  });
}

/** OpenSearch finds this error when it writes the inner hits. */
function nameless(): ApiError {
  return new ApiError('illegal_argument_exception', 'Field name cannot be null');
}

/** A search for the documents of one group within the outer search. */
function groupRequest(
  outer: SearchRequest,
  inner: SearchRequest,
  { field, group }: { readonly field: string; readonly group: GroupKey },
): SearchRequest {
  const asked = outer.query ? [outer.query] : [];
  const query =
    group === null
      ? allOf(asked, { must_not: [existsNode(field)] })
      : allOf(asked, { filter: [termNode(field, group)] });
  const { postFilter, pit, indicesBoost, derived, runtimeMappings, slice } = outer;
  return { ...inner, query, postFilter, pit, indicesBoost, derived, runtimeMappings, slice };
}

function renderedHits({ merged, hits, shards }: FoundPage, call: SearchCall): Uint8Array {
  const totalHitsAsInt = call.restTotalHitsAsInt;
  return renderHits({ tookMs: 0, merged, hits, shards, totalHitsAsInt, status: undefined });
}

const encoder = new TextEncoder();

/** Adds to the inner hits of a hit, or gives it some. */
function withInnerHits(
  hit: Uint8Array,
  shown: readonly (readonly [name: string, hits: Uint8Array])[],
): Uint8Array {
  const end = endOfInnerHits(hit);
  const pieces = shown.flatMap(([name, hits], i) => [
    encoder.encode(`${i > 0 || end?.isEmpty === false ? ',' : ''}${JSON.stringify(name)}:`),
    hits,
  ]);
  if (end !== undefined) return joined([hit.subarray(0, end.at), ...pieces, hit.subarray(end.at)]);
  const before = hit.subarray(0, hit.length - 1);
  return joined([before, encoder.encode(',"inner_hits":{'), ...pieces, encoder.encode('}}')]);
}

/** Position where the hit's own inner hits end. */
function endOfInnerHits(hit: Uint8Array): { at: number; isEmpty: boolean } | undefined {
  const reader = new JsonReader(hit);
  if (!seekMember(reader, 'inner_hits')) return undefined;
  const { tokenEnd } = reader;
  reader.skipChildren();
  return { at: reader.tokenEnd - 1, isEmpty: reader.tokenEnd - 1 === tokenEnd };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
