/** The fetch phase: each shard reads its hits of the page. */
import { asApiError } from '@skein/errors';
import {
  type FetchProfile,
  hitAt,
  type MergedHit,
  planOf,
  type SearchRequest,
  type ShardFetchResult,
} from '@skein/search';
import type { SearchOptions } from './contract.js';
import type { ShardFailure } from './shard_failures.js';
import type { AnsweredShard } from './shard_queries.js';

export interface FetchedHits {
  /**
   * Encoded hits in page order: each element is one hit, or several separated by commas. Hits of
   * failed shards are missing.
   */
  readonly hits: readonly Uint8Array[];
  readonly failures: readonly ShardFailure[];
  /** Size of all hits. */
  readonly sizeBytes: number;
  /** Fetch profiles by shard index, if the search is profiled. */
  readonly profiles: ReadonlyMap<number, FetchProfile>;
  /** The hits one by one, with their positions in the page. */
  each(): readonly FetchedHit[];
}

export interface FetchedHit {
  readonly place: number;
  readonly bytes: Uint8Array;
}

export async function fetchHits(
  page: readonly MergedHit[],
  answered: readonly AnsweredShard[],
  requestFor: (answer: AnsweredShard) => SearchRequest,
  options: SearchOptions,
): Promise<FetchedHits> {
  const [only] = answered;
  if (only?.fetched !== undefined) {
    const { fetched } = only;
    const { bytes } = fetched;
    return {
      hits: bytes.length === 0 ? [] : [bytes],
      failures: [],
      sizeBytes: bytes.length,
      profiles: profilesOf(only.shardIndex, fetched),
      each: () => fetched.ends.map((_end, place) => ({ place, bytes: hitAt(fetched, place) })),
    };
  }
  const places = placesByShard(page);
  const encoded: (Uint8Array | undefined)[] = new Array(page.length).fill(undefined);
  const failures: ShardFailure[] = [];
  const profiles = new Map<number, FetchProfile>();
  let sizeBytes = 0;
  const fetchShard = async (answer: AnsweredShard): Promise<void> => {
    const own = places.get(answer.shardIndex);
    if (!own) return;
    try {
      const fetched = await callFetch(answer, { page, own, request: requestFor(answer), options });
      sizeBytes += fetched.bytes.length;
      if (fetched.profile) profiles.set(answer.shardIndex, fetched.profile);
      own.forEach((place, i) => {
        encoded[place] = hitAt(fetched, i);
      });
    } catch (thrown) {
      failures.push({
        shard: answer.shard,
        nodeId: answer.nodeId,
        error: asApiError(thrown),
      });
    }
  };
  await Promise.all(answered.map(fetchShard));
  return {
    hits: encoded.filter((hit) => hit !== undefined),
    failures,
    sizeBytes,
    profiles,
    each: () => encoded.flatMap((bytes, place) => (bytes === undefined ? [] : [{ place, bytes }])),
  };
}

function profilesOf(
  shardIndex: number,
  { profile, ends }: ShardFetchResult,
): ReadonlyMap<number, FetchProfile> {
  const isProfiled = profile !== undefined && ends.length > 0;
  return new Map(isProfiled ? [[shardIndex, profile]] : []);
}

/** Positions in the page of each shard's hits. */
function placesByShard(page: readonly MergedHit[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  page.forEach(({ shardIndex }, place) => {
    const own = places.get(shardIndex);
    if (own) own.push(place);
    else places.set(shardIndex, [place]);
  });
  return places;
}

interface ShardPage {
  readonly page: readonly MergedHit[];
  readonly own: readonly number[];
  readonly request: SearchRequest;
  readonly options: SearchOptions;
}

async function callFetch(
  { pinned, shard, result, asked }: AnsweredShard,
  { page, own, request, options }: ShardPage,
): Promise<ShardFetchResult> {
  const hits = own.flatMap((place) => page[place]?.hit ?? []);
  const { snapshotVersion } = result;
  const { aliasFilter } = shard;
  const fetch = {
    plan: planOf(request),
    asked,
    aliasFilter,
    nowMs: options.nowMs,
    snapshotVersion,
    hits,
  };
  return pinned.call('fetch', fetch, options.signal);
}
