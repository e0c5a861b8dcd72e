/**
 * The slow log of whole searches, on the coordinating node: those that took longer than
 * `cluster.search.request.slowlog.threshold.*`, with the times of their phases. The time of a shard
 * is in the slow log of its index.
 */
import { formatTimeMs, type Log } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import type { RenderedSearch, SearchRequest } from '@skein/search';
import type { TotalHits } from '@skein/search_library';
import { CLUSTER } from '@skein/settings';
import {
  type SlowThresholds,
  searchSourceText,
  slowLevel,
  slowThresholds,
  totalHitsText,
} from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import type { SearchType } from './contract.js';

/** A completed search. */
export interface EndedSearch {
  readonly tookMs: number;
  /** Milliseconds by phase name. */
  readonly phasesMs: Readonly<Record<string, number>>;
  readonly total: TotalHits | undefined;
  readonly searchType: SearchType;
  readonly shards: RenderedSearch['shards'];
  /** Called only if the search is logged. */
  readonly request: () => SearchRequest;
  readonly opaqueId: string | undefined;
}

interface RequestSlowLogParts {
  readonly masterService: Pick<MasterService, 'state'>;
  readonly log: Log;
}

export class RequestSlowLog {
  readonly #parts: RequestSlowLogParts;
  #state: ClusterState | undefined;
  /** The thresholds in the settings of `#state`. */
  #thresholds: SlowThresholds = [];

  constructor(parts: RequestSlowLogParts) {
    this.#parts = parts;
  }

  ended(search: EndedSearch): void {
    const level = slowLevel(this.#now(), search.tookMs);
    if (level === undefined) return;
    const { tookMs, phasesMs, total, searchType, shards, request, opaqueId } = search;
    this.#parts.log.write(level, 'search', {
      'log.logger': 'cluster.search.request.slowlog',
      took: formatTimeMs(tookMs),
      took_millis: Math.floor(tookMs),
      phase_took: phasesText(phasesMs),
      total_hits: totalHitsText(total),
      search_type: searchType.toUpperCase(),
      shards: shardsText(shards),
      source: searchSourceText(request()),
      id: opaqueId,
    });
  }

  #now(): SlowThresholds {
    const state = this.#parts.masterService.state();
    if (state !== this.#state) {
      this.#state = state;
      const { slowRequest, slowRequestLog } = CLUSTER;
      const settings = clusterSettings(state);
      this.#thresholds = slowThresholds(settings, slowRequest, slowRequestLog.level);
    }
    return this.#thresholds;
  }
}

function phasesText(phasesMs: EndedSearch['phasesMs']): string {
  const phases = Object.entries(phasesMs).map(([name, ms]) => `${name}=${Math.floor(ms)}`);
  return `{${phases.join(', ')}}`;
}

function shardsText({ total, successful, skipped, failed }: EndedSearch['shards']): string {
  return `{total:${total}, successful:${successful}, skipped:${skipped}, failed:${failed}}`;
}
