/**
 * Data shared by the parts of a copy: its identity, its knowledge, and its requests to the host
 * with their continuations.
 */
import type { CopyEffect, Report, StoreAction, StoreResult } from './effects.js';
import type { CopyReply, CopyRequest } from './messages.js';
import type { Operation, StoreStatus } from './operation.js';
import type { RemoteCall, RemoteReply } from './remote_record.js';
import type { ReplicationRules } from './rules.js';
import type { CopyRef, ShardView } from './shard_view.js';

export interface CopyOptions {
  readonly rules: ReplicationRules;
  readonly batchSize: number;
  /** Replicas copy the primary's segments (`index.replication.type: SEGMENT`). */
  readonly segments?: boolean | undefined;
  /**
   * An id of this opening of the copy, never used by another. Needed if the shard has a log in a
   * remote store.
   */
  readonly writer?: string;
  /** Weight of an operation that waits for the remote store; absent: one. */
  readonly weigh?: (operation: Operation) => number;
}

export class CopyContext {
  readonly self: CopyRef;
  readonly rules: ReplicationRules;
  /** Number of operations sent at once when there are many. */
  readonly batchSize: number;
  readonly replicatesSegments: boolean;
  readonly writer: string;
  readonly weigh: (operation: Operation) => number;
  /** The newest applied view. */
  view: ShardView | undefined;
  /** The status that the store reported last. */
  status: StoreStatus;
  /**
   * The highest primary term that this copy has seen; on disk as soon as the store has been told.
   */
  term: number;
  #effects: CopyEffect[] = [];
  #tokens = 0;
  readonly #stored = new Map<number, (result: StoreResult) => void>();
  readonly #replied = new Map<number, (reply: CopyReply | undefined) => void>();
  readonly #remote = new Map<number, (reply: RemoteReply | undefined) => void>();
  readonly #reported = new Map<number, (accepted: boolean) => void>();

  constructor(self: CopyRef, status: StoreStatus, options: CopyOptions) {
    this.self = self;
    this.rules = options.rules;
    this.batchSize = options.batchSize;
    this.replicatesSegments = options.segments ?? false;
    this.writer = options.writer ?? self.allocationId;
    this.weigh = options.weigh ?? (() => 1);
    this.status = status;
    this.term = status.term;
  }

  store(action: StoreAction, then: (result: StoreResult) => void = () => {}): void {
    const token = this.#tokens++;
    this.#stored.set(token, then);
    this.emit({ kind: 'store', token, action });
  }

  ask(to: CopyRef, request: CopyRequest, then: (reply: CopyReply | undefined) => void): void {
    const token = this.#tokens++;
    this.#replied.set(token, then);
    this.emit({ kind: 'ask', token, to, request });
  }

  askRemote(call: RemoteCall, then: (reply: RemoteReply | undefined) => void): void {
    const token = this.#tokens++;
    this.#remote.set(token, then);
    this.emit({ kind: 'remote', token, call });
  }

  report(report: Report, then: (accepted: boolean) => void): void {
    const token = this.#tokens++;
    this.#reported.set(token, then);
    this.emit({ kind: 'report', token, report });
  }

  answer(to: CopyRef, id: number, reply: CopyReply): void {
    this.emit({ kind: 'answer', to, id, reply });
  }

  /** Responds that everything of this copy up to the checkpoint is durable. */
  answerDone(to: CopyRef, id: number): void {
    const { localCheckpoint, globalCheckpoint } = this.status;
    this.answer(to, id, { kind: 'done', localCheckpoint, globalCheckpoint });
  }

  emit(effect: CopyEffect): void {
    this.#effects.push(effect);
  }

  takeEffects(): CopyEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  onStored(token: number, result: StoreResult): void {
    this.status = result.status;
    take(this.#stored, token)?.(result);
  }

  onReply(token: number, reply: CopyReply | undefined): void {
    take(this.#replied, token)?.(reply);
  }

  onRemote(token: number, reply: RemoteReply | undefined): void {
    take(this.#remote, token)?.(reply);
  }

  onReported(token: number, accepted: boolean): void {
    take(this.#reported, token)?.(accepted);
  }
}

function take<T>(waiting: Map<number, T>, token: number): T | undefined {
  const found = waiting.get(token);
  waiting.delete(token);
  return found;
}
