/**
 * Data streams with their own lifecycle: they roll over when their newest index is old or large
 * enough, and their oldest indices are deleted.
 */
import type { Clock, Log, Timers } from '@skein/base';
import {
  clusterSettings,
  NOTHING_OF_ITS_OWN,
  planRollover,
  requireIndex,
  writeIndexName,
} from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { isStreamDue, outdatedIndices, type StreamFacts } from '@skein/lifecycle';
import { CLUSTER, readSetting } from '@skein/settings';
import type { MasterService } from '../master_service/mod.js';
import { checkAddedFilters } from '../shard_host/mod.js';
import { primariesOf, type WorkParts } from './lifecycle_work.js';

interface StreamLifecyclesParts extends WorkParts {
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };

export class StreamLifecycles {
  readonly #parts: StreamLifecyclesParts;
  /** When each stream's newest index was last checked. */
  readonly #lookedAtMs = new Map<string, number>();

  constructor(parts: StreamLifecyclesParts) {
    this.#parts = parts;
  }

  async look(signal: AbortSignal): Promise<void> {
    const { masterService, log } = this.#parts;
    const { dataStreams } = masterService.state().metadata;
    for (const name of this.#lookedAtMs.keys()) {
      if (!dataStreams.has(name)) this.#lookedAtMs.delete(name);
    }
    for (const { name, lifecycle } of dataStreams.values()) {
      if (signal.aborted) return;
      if (lifecycle?.isEnabled !== true) continue;
      if (!this.#isItsTurn(name)) continue;
      // A stream that cannot roll over, such as one without a template, still loses old indices.
      const works = [() => this.#rollOver(name, signal), () => this.#deleteOutdated(name)];
      for (const work of works) {
        try {
          await work();
        } catch (thrown) {
          const { reason } = asApiError(thrown);
          log.warn('lifecycle of a data stream not executed', { stream: name, reason });
        }
      }
    }
  }

  #isItsTurn(name: string): boolean {
    const { masterService, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const settings = clusterSettings(masterService.state());
    const interval = readSetting(settings, CLUSTER.lifecycle.streamInterval);
    const before = this.#lookedAtMs.get(name);
    if (before !== undefined && nowMs - before < interval) return false;
    this.#lookedAtMs.set(name, nowMs);
    return true;
  }

  /** The command names the old and the new index, so that it cannot run twice. */
  async #rollOver(name: string, signal: AbortSignal): Promise<void> {
    const { masterService, shardHost, clock } = this.#parts;
    const state = masterService.state();
    const stream = state.metadata.dataStreams.get(name);
    if (stream === undefined) return;
    const nowMs = clock.nowMs();
    const index = requireIndex(state, writeIndexName(stream));
    const primaries = await primariesOf(index, this.#parts, signal);
    const conditions = readSetting(clusterSettings(state), CLUSTER.lifecycle.streamRollover);
    const facts: StreamFacts = { index, primaries, nowMs };
    if (!isStreamDue(conditions, facts)) return;
    const plan = planRollover(state, { alias: stream.name, newIndex: undefined, nowMs });
    const request = { ...plan, ...NOTHING_OF_ITS_OWN };
    const change = { command: 'rollover', request } as const;
    await checkAddedFilters(change, { state, shardHost }, { nowMs, signal, turns: this.#parts });
    await masterService.submit('rollover', request, STEP);
  }

  async #deleteOutdated(name: string): Promise<void> {
    const { masterService, clock } = this.#parts;
    const state = masterService.state();
    const stream = state.metadata.dataStreams.get(name);
    if (stream === undefined) return;
    const indices = outdatedIndices(state, stream, clock.nowMs());
    if (indices.length > 0) await masterService.submit('delete_index', { indices }, STEP);
  }
}
