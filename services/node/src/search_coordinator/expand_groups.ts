/** `inner_hits` of a collapsed search: for each hit, searches of the documents that share its value, and their hits spliced into it. */
import type { Turns } from '@skein/base';
import { JSON_TOKEN, JsonReader } from '@skein/content';
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
import type { FoundPage } from './found_page.js';
import { runInTurns } from './run_limited.js';

/** Searches of groups at the same time, unless the request says otherwise. */
const MAX_CONCURRENT_GROUPS = 5;

type Search = (call: SearchCall) => Promise<FoundPage>;

/** The hits of the page, each on its own. */
export async function expandGroups(
  call: SearchCall,
  { field, innerHits, maxConcurrent = MAX_CONCURRENT_GROUPS }: CollapseSpec,
  { merged, each }: FoundPage,
  { search, turns }: { readonly search: Search; readonly turns: Turns },
): Promise<readonly Uint8Array[]> {
  const hits = each();
  const wanted = hits.flatMap(({ place }, at) =>
    innerHits.map(({ name, request }) => {
      const group = merged.hits[place]?.hit.group ?? null;
      return { at, name, request: groupRequest(call.request, request, { field, group }) };
    }),
  );
  const found = await runInTurns(wanted, { limit: maxConcurrent, turns }, ({ request }) =>
    settled(search({ ...call, request })),
  );
  const shown = hits.map((): [name: string, hits: Uint8Array][] => []);
  wanted.forEach(({ at, name }, i) => {
    const page = found[i];
    if (page?.status === 'rejected') throw page.reason;
    if (page) shown[at]?.push([name, renderedHits(page.value, call)]);
  });
  return hits.map(({ bytes }, at) => withInnerHits(bytes, shown[at] ?? []));
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}

/** The documents of one group among those the search found. */
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
  const { postFilter, pit, indicesBoost, derived, slice } = outer;
  return { ...inner, query, postFilter, pit, indicesBoost, derived, slice };
}

function renderedHits({ merged, hits, shards }: FoundPage, call: SearchCall): Uint8Array {
  const totalHitsAsInt = call.restTotalHitsAsInt;
  return renderHits({ tookMs: 0, merged, hits, shards, totalHitsAsInt, status: undefined });
}

const encoder = new TextEncoder();

/** Adds to the inner hits a hit has, or gives it some. */
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

/** Where the hit's own inner hits close. */
function endOfInnerHits(hit: Uint8Array): { at: number; isEmpty: boolean } | undefined {
  const reader = new JsonReader(hit);
  reader.next();
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    const { tokenEnd } = reader;
    reader.skipChildren();
    if (name !== 'inner_hits') continue;
    return { at: reader.tokenEnd - 1, isEmpty: reader.tokenEnd - 1 === tokenEnd };
  }
  return undefined;
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
