/** A point in time on this node whose answers are timed, so that the node can be compared with others. */
import type { OneShardSearch } from '@skein/search';
import type { SearchCalls } from '@skein/shard';
import type { AnswerReply, PinnedShard } from '../shard_host/mod.js';
import type { NodeResponses } from './node_responses.js';

export interface MeasuredPinParts {
  readonly nodeId: string;
  readonly responses: NodeResponses;
  readonly monotonicMs: () => number;
  /** Searches that wait for a thread here. */
  readonly queue: () => number;
}

export class MeasuredPin implements PinnedShard {
  readonly #pin: PinnedShard;
  readonly #parts: MeasuredPinParts;

  constructor(pin: PinnedShard, parts: MeasuredPinParts) {
    this.#pin = pin;
    this.#parts = parts;
  }

  isLost(): boolean {
    return this.#pin.isLost();
  }

  call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<SearchCalls[K]['reply']> {
    return this.#timed(() => this.#pin.call(kind, request, signal));
  }

  answer(request: OneShardSearch, signal: AbortSignal): Promise<AnswerReply> {
    return this.#timed(() => this.#pin.answer(request, signal));
  }

  release(): void {
    this.#pin.release();
  }

  async #timed<T>(call: () => Promise<T>): Promise<T> {
    const { nodeId, responses, monotonicMs, queue } = this.#parts;
    const pending = responses.start(nodeId);
    const startMs = monotonicMs();
    try {
      const reply = await call();
      pending.answered({ serviceMs: monotonicMs() - startMs, queue: queue() });
      return reply;
    } catch (error) {
      pending.failed();
      throw error;
    }
  }
}
