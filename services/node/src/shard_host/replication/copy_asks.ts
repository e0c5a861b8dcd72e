/**
 * Requests from one copy to another, repeated only while the other node cannot be reached: so
 * messages between copies may arrive twice. `start_recovery` is also repeated while the primary
 * does not know the copy yet. Limits and pauses are cluster settings (`indices.recovery.*`).
 */
import type { Clock, Log, Timers } from '@skein/base';
import { type CopyRef, type CopyReply, clusterSettings } from '@skein/cluster';
import { type ApiError, asApiError } from '@skein/errors';
import { CLUSTER, readSetting, type Settings } from '@skein/settings';
import type { CopyMessage } from '@skein/shard';
import type { MasterService } from '../../master_service/mod.js';
import { type CallOptions, type NodeLinks, UNREACHABLE } from '../../node_links/mod.js';
import type { HostedShard } from '../hosted_shard.js';
import { addressOf, type ReplicationCalls } from './replication_calls.js';

const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;
/** A node that is unreachable for this long is given up, even if the master still lists it. */
const GIVE_UP_MS = 60_000;

interface CopyAsksOptions {
  readonly links: Pick<NodeLinks<ReplicationCalls>, 'call'>;
  readonly master: Pick<MasterService, 'state'>;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
}

interface Asked {
  readonly message: CopyMessage;
  /** Primary term as the asking copy knew it from the master when it began to ask. */
  readonly term: number | undefined;
  readonly untilMs: number;
}

type Answer = { readonly reply: CopyReply } | { readonly error: ApiError };

export class CopyAsks {
  readonly #options: CopyAsksOptions;

  constructor(options: CopyAsksOptions) {
    this.#options = options;
  }

  /** Resolves to undefined if the other copy has not answered within the limits. */
  async ask(shard: HostedShard, to: CopyRef, message: CopyMessage): Promise<CopyReply | undefined> {
    const { clock, timers, log } = this.#options;
    const term = shard.applied?.view.primaryTerm;
    const asked: Asked = { message, term, untilMs: clock.monotonicMs() + GIVE_UP_MS };
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#askOnce(shard, to, message);
      const pauseMs = this.#pauseAfter(answer, message, attempt);
      if (pauseMs === undefined || this.#isOver(shard, to, asked)) {
        if ('reply' in answer) return answer.reply;
        const { reason } = answer.error;
        log.warn('shard copy did not answer', { shard: shard.key, node: to.nodeId, error: reason });
        return undefined;
      }
      await new Promise<void>((resolve) => void timers.after(pauseMs, resolve));
    }
  }

  async #askOnce(shard: HostedShard, to: CopyRef, message: CopyMessage): Promise<Answer> {
    const { links, master } = this.#options;
    const state = master.state();
    const asked = { ...addressOf(shard), message };
    const request = isFirstWord(message) ? { ...asked, stateVersion: state.version } : asked;
    const limits = callLimits(message, () => clusterSettings(state));
    try {
      return { reply: await links.call(to.nodeId, 'replication/request', request, limits) };
    } catch (error) {
      return { error: asApiError(error) };
    }
  }

  /** Pause before the next attempt; undefined if the answer is final. */
  #pauseAfter(answer: Answer, message: CopyMessage, attempt: number): number | undefined {
    const settings = () => clusterSettings(this.#options.master.state());
    const { retryState, retryNetwork } = CLUSTER.recovery;
    if ('error' in answer && UNREACHABLE.has(answer.error.type)) {
      const longest = isFirstWord(message) ? readSetting(settings(), retryNetwork) : MAX_PAUSE_MS;
      return Math.min(MIN_PAUSE_MS * 2 ** attempt, longest);
    }
    const isUnknownYet =
      'error' in answer
        ? answer.error.type === 'shard_not_found_exception'
        : answer.reply.kind === 'retry';
    return isUnknownYet && isFirstWord(message) ? readSetting(settings(), retryState) : undefined;
  }

  /**
   * True if asking again is pointless. A copy whose primary changed, or whose primary has a new
   * term, starts a new request.
   */
  #isOver(shard: HostedShard, to: CopyRef, { message, term, untilMs }: Asked): boolean {
    const { clock, master } = this.#options;
    const isMember = master.state().nodes.has(to.nodeId);
    const isAnother = isFirstWord(message) && shard.applied?.view.primaryTerm !== term;
    return clock.monotonicMs() > untilMs || shard.state === 'gone' || !isMember || isAnother;
  }
}

function isFirstWord({ head }: CopyMessage): boolean {
  return head.kind === 'start_recovery';
}

/** Timeouts of one call; calls that carry writes have none. */
function callLimits({ head }: CopyMessage, settings: () => Settings): CallOptions {
  const { action, longAction } = CLUSTER.recovery;
  switch (head.kind) {
    case 'start_recovery':
    case 'copy_files':
      return { timeoutMs: readSetting(settings(), action) };
    case 'recover':
    case 'finalize':
      return { timeoutMs: readSetting(settings(), longAction) };
    default:
      return {};
  }
}
