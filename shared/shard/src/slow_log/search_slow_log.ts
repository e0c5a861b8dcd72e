/**
 * The search slow log of an index: query and fetch phases of its shards that took longer than a
 * threshold, one line each, with OpenSearch's logger names and fields. The thread that searched
 * writes it.
 */
import { formatTimeMs, type Log } from '@skein/base';
import { isJsonArray, type JsonObject, stringifyJson } from '@skein/content';
import {
  DEFAULT_SIZE,
  type PhaseListener,
  type SearchedPhase,
  type SearchRequest,
} from '@skein/search';
import type { TotalHits } from '@skein/search_library';
import { INDEX, type Settings } from '@skein/settings';
import { type SlowThresholds, slowLevel, slowThresholds } from './slow_thresholds.js';

type Phase = 'query' | 'fetch';

type PhaseThresholds = Readonly<Record<Phase, SlowThresholds>>;

/** Thresholds by settings object; a change makes a new object. `undefined`: nothing is logged. */
const known = new WeakMap<Settings, PhaseThresholds | undefined>();

function thresholdsOf(settings: Settings): PhaseThresholds | undefined {
  if (!known.has(settings)) {
    const { searchLevel } = INDEX.slowLog;
    const query = slowThresholds(settings, INDEX.slowQuery, searchLevel);
    const fetch = slowThresholds(settings, INDEX.slowFetch, searchLevel);
    known.set(settings, query.length + fetch.length === 0 ? undefined : { query, fetch });
  }
  return known.get(settings);
}

/**
 * True if an index with these settings logs slow searches: only then its shards need the identity
 * and source of the request.
 */
export function logsSlowSearches(settings: Settings): boolean {
  return thresholdsOf(settings) !== undefined;
}

interface SlowSearchPlace {
  readonly index: string;
  readonly shardId: number;
  readonly log: Log;
}

/** The listener that logs; `undefined` if nothing is logged, so nothing needs to be timed. */
export function searchSlowLog(
  settings: Settings,
  place: SlowSearchPlace,
): PhaseListener | undefined {
  const thresholds = thresholdsOf(settings);
  if (thresholds === undefined) return undefined;
  const logging = (phase: Phase) => (searched: SearchedPhase) => {
    const level = slowLevel(thresholds[phase], searched.tookMs);
    if (level === undefined) return;
    const message = `[${place.index}][${place.shardId}]`;
    place.log.write(level, message, {
      'log.logger': `index.search.slowlog.${phase}`,
      ...slowSearchFields(searched),
    });
  };
  return { query: logging('query'), fetch: logging('fetch') };
}

function slowSearchFields({ request, asked, total, tookMs }: SearchedPhase) {
  return {
    took: formatTimeMs(tookMs),
    took_millis: Math.floor(tookMs),
    total_hits: totalHitsText(total),
    stats: statsText(request),
    search_type: asked.searchType.toUpperCase(),
    total_shards: asked.totalShards,
    source: searchSourceText(request),
    id: asked.opaqueId,
  };
}

/** The total as OpenSearch writes it: `7 hits`, `10000+ hits`; `-1` when hits were not counted. */
export function totalHitsText(total: TotalHits | undefined): string {
  if (total === undefined) return '-1';
  return `${total.value}${total.relation === 'eq' ? '' : '+'} hits`;
}

/** The request as one JSON text: its body, with the parameters of its URL. */
export function searchSourceText({ given, from, size }: SearchRequest): string {
  const shown: JsonObject = {
    ...(from > 0 ? { from } : {}),
    ...(size === DEFAULT_SIZE ? {} : { size }),
    ...given,
  };
  return stringifyJson(shown);
}

/** The groups that a request names in `stats`, as JSON. */
function statsText({ given }: SearchRequest): string {
  const stats = given?.stats ?? null;
  return isJsonArray(stats) ? stringifyJson(stats) : '[]';
}
