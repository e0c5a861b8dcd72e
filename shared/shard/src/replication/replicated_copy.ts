/**
 * One copy of a replicated shard, beside its engine: it feeds the replication machine and performs
 * its effects on the engine, the other copies and the master. A shard that is alone has none of
 * this, and its writes cost nothing more.
 *
 * A primary executes a write on the engine first and passes it to the machine afterwards. The
 * machine gets the writes of one turn of the event loop together, before any other input. So no
 * input can have ended its time as primary between the execution of a write and its arrival.
 */
import { assertNever, type Clock, formatTimeMs, type Log } from '@skein/base';
import {
  type CopyEffect,
  type CopyInput,
  type CopyRef,
  type CopyReply,
  type CopyRequest,
  findCopy,
  primaryOf,
  REPLICATION_RULES,
  type Report,
  ShardCopyMachine,
  type StoreAction,
} from '@skein/cluster/replication';
import type { Engine } from '@skein/engine';
import { ApiError, asApiError } from '@skein/errors';
import type { DownloadCounts, RemoteStoreStats } from '../calls.js';
import { type CopyMessage, decodeRequest, frameBytes, notHere, runOf } from './copy_messages.js';
import type { AppliedCopies, CopyPorts } from './copy_ports.js';
import { CopyRemote } from './copy_remote.js';
import { CopyStore } from './copy_store.js';
import type { FileAnswer, FileMessage } from './file_messages.js';
import { FileTarget, NO_FILE_PROGRESS } from './file_target.js';
import { OpenWrites, type WrittenCopies } from './open_writes.js';
import { ReceivedMessages } from './received_messages.js';
import type { RecoveryProgress } from './recovery_progress.js';
import { leaseId, type RetentionLease, RetentionLeases } from './retention_leases.js';
import { type ReplicaLag, SegmentLags, type ShownSegment } from './segment_lags.js';
import { lateReplicas, SegmentPressure } from './segment_pressure.js';
import { SentMessages } from './sent_messages.js';
import { WaitingWrites } from './waiting_writes.js';

/** Operations travel in runs of one message each. */
const OPTIONS = { rules: REPLICATION_RULES, batchSize: 1, weigh: frameBytes };

interface ReplicatedCopyParts {
  readonly self: CopyRef;
  readonly engine: Engine;
  readonly ports: CopyPorts;
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: RecoveryProgress;
  /** An id of this opening, never used by another. */
  readonly writer: string;
  readonly leasePeriodMs: () => number;
  /** The segments that searches see. */
  readonly shownSegments: () => readonly ShownSegment[];
  /** The download from a remote store that the copy started from. */
  readonly downloaded: DownloadCounts;
  readonly mappingVersion: () => number;
  /** Publishes new documents to searches and releases the requests that wait for it. */
  readonly refresh: () => void;
  /** Writes a commit of everything so far. */
  readonly commit: () => void;
  /** Resolves when everything executed so far is durable, if the shard's settings ask for that. */
  readonly durable: () => Promise<void>;
  /** Called when this copy ends: an action on its engine failed, or a later primary exists. */
  readonly failed: (error: ApiError) => void;
}

export class ReplicatedCopy {
  readonly #parts: ReplicatedCopyParts;
  readonly #machine: ShardCopyMachine;
  readonly #store: CopyStore;
  readonly #files: FileTarget;
  readonly #segments: FileTarget;
  readonly #lags: SegmentLags;
  readonly #pressure = new SegmentPressure();
  readonly #leases: RetentionLeases;
  readonly #remote: CopyRemote;
  /**
   * The inputs that wait for their turn, in order. While `#isStepping`, the machine is in a step or
   * its effects are being performed: an input that comes then is only added here.
   */
  readonly #inputs: CopyInput[] = [];
  #isStepping = false;
  /** Once true, no input reaches the machine, and nobody waits for this copy. */
  #isClosed = false;
  /** The copies of the shard in the state that was applied last. */
  #applied: AppliedCopies | undefined;
  /**
   * The position in the log of the first operation that the machine does not know of yet;
   * undefined: it knows all. `flush` passes the operations on, and runs before any other input.
   */
  #writtenFrom: number | undefined;
  /** The number of the next write of this copy, or of the next message from another copy. */
  #nextNumber = 0;
  readonly #writes = new OpenWrites();
  readonly #received = new ReceivedMessages();
  readonly #sent: SentMessages;
  /** Writes that came before this copy was an active primary. */
  readonly #waiting: WaitingWrites;
  /** The checkpoint to write with the next sync. */
  #globalCheckpoint = -1;

  constructor(parts: ReplicatedCopyParts) {
    const { engine, self, progress, ports, writer } = parts;
    this.#parts = parts;
    this.#leases = new RetentionLeases(parts.clock);
    this.#waiting = new WaitingWrites(parts.clock);
    engine.replica.notAlone();
    const { replica } = engine;
    this.#files = new FileTarget({ replica, isBeside: false, progress });
    this.#segments = new FileTarget({ replica, isBeside: true, progress: NO_FILE_PROGRESS });
    this.#lags = new SegmentLags(parts.clock);
    const retain = () => {
      this.#retainForCopies();
      return replica.retainedFrom;
    };
    this.#sent = new SentMessages({ ...parts, lags: this.#lags, retain });
    const targets = { files: this.#files, segments: this.#segments };
    this.#store = new CopyStore({ engine, progress, ...targets });
    const segments = engine.settings.replicatesSegments;
    const options = { ...OPTIONS, writer, segments };
    this.#machine = new ShardCopyMachine(self, this.#store.status, options);
    this.#remote = new CopyRemote({
      ...parts,
      replica,
      machine: this.#machine,
      ask: ports.remote,
      input: (input) => this.#input(input),
      late: ({ requests, beforeMs, error }) => {
        for (const request of requests) this.#refuseWrite(request, error);
        this.#waiting.refuse(error, beforeMs);
      },
    });
  }

  /** Applies a change of the copies. Views come in order. */
  applyCopies(applied: AppliedCopies): void {
    const { self, progress } = this.#parts;
    const source = primaryOf(applied.view);
    if (this.#applied === undefined && source?.allocationId !== self.allocationId) {
      progress.begin(source?.nodeId);
    }
    this.#applied = applied;
    this.#remote.limits = applied.remoteLimits;
    this.#pressure.limits = applied.segmentPressure;
    if (findCopy(applied.view, self.allocationId)?.state === 'STARTED') progress.done();
    const wasPrimary = this.#machine.isPrimary;
    this.#input({ kind: 'view', view: applied.view });
    if (!wasPrimary && this.#machine.isPrimary) {
      this.#leases.inherit(this.#parts.engine.replica.retainedFrom);
    }
    if (applied.isComplete) this.#leases.keepOnly(this.#otherNodeIds());
  }

  /** The leases for which a primary keeps its history; a replica follows its primary. */
  get retentionLeases(): { readonly version: number; readonly leases: readonly RetentionLease[] } {
    const { self, clock } = this.#parts;
    if (!this.#machine.isPrimary) return { version: 0, leases: [] };
    const id = leaseId(self.nodeId);
    const retainingSeqNo = this.#machine.globalCheckpoint + 1;
    const own = { id, retainingSeqNo, timestampMs: clock.nowMs() };
    return { version: this.#leases.version + 1, leases: [own, ...this.#leases.list()] };
  }

  get remoteStats(): RemoteStoreStats | undefined {
    return this.#remote.stats;
  }

  /** Lags of the replicas that copy this primary's segments. */
  get segmentLags(): readonly ReplicaLag[] {
    if (this.#machine.segmentsShown === undefined) return [];
    return this.#lags.list(this.#parts.shownSegments());
  }

  /** Requests that were refused because replicas are late. */
  get rejectedForReplicas(): number {
    return this.#pressure.rejected;
  }

  /** Throws es_rejected_execution_exception while replicas are late. `shard`: `[index][shard]`. */
  checkPressure(shard: string): void {
    this.#pressure.check(shard, () => this.segmentLags);
  }

  /** True if a tick would send nothing. */
  get isSettled(): boolean {
    return this.#isClosed || this.#machine.isSettled;
  }

  /** Called about once a second. */
  tick(): void {
    const present = this.#otherNodeIds();
    this.#leases.expire(present, this.#parts.leasePeriodMs());
    if (this.#applied?.isComplete) this.#leases.keepOnly(present);
    this.#giveUpWhenIdle();
    const late = lateReplicas(this.segmentLags, this.#applied?.segmentsLateMs, this.#parts.log);
    for (const allocationId of late) this.#input({ kind: 'too_late', allocationId });
    this.#input({ kind: 'tick' });
    this.#remote.tick();
  }

  /** Gives up a stalled recovery: the master assigns another copy, perhaps to another node. */
  #giveUpWhenIdle(): void {
    const { progress, self } = this.#parts;
    const { view, recoveryTimeoutMs = Number.POSITIVE_INFINITY } = this.#applied ?? {};
    const own = view && findCopy(view, self.allocationId);
    if (own?.state !== 'INITIALIZING' || this.#machine.isPrimary || this.#isClosed) return;
    if (progress.idleMs <= recoveryTimeoutMs) return;
    const limit = formatTimeMs(recoveryTimeoutMs);
    this.#fail(new ApiError('recovery_failed_exception', `no activity after [${limit}]`));
  }

  /** Sends the checkpoint to the other copies, then drops history that they no longer need. */
  async shareCheckpoint(): Promise<void> {
    this.tick();
    await this.#sent.replicated();
    if (!this.#isClosed) this.#retainForCopies();
  }

  #retainForCopies(): void {
    if (this.#machine.isPrimary) this.#parts.engine.replica.retainFrom(this.#leases.fromSeqNo);
  }

  /** `undefined` if writes may run now, else resolves when they may; rejects if not primary. */
  admit(): Promise<void> | undefined {
    if (this.#machine.isActivePrimary) return this.#remote.admit();
    if (!this.#machine.isPrimary || this.#isClosed) return Promise.reject(this.#notPrimary());
    return this.#waiting.wait();
  }

  /** Executes an operation on the engine. */
  write<T>(action: () => T): T {
    if (!this.#machine.isActivePrimary) throw this.#notPrimary();
    const { replica } = this.#parts.engine;
    const from = replica.logEnd;
    try {
      return action();
    } finally {
      if (this.#writtenFrom === undefined && replica.logEnd !== from) {
        this.#writtenFrom = from;
        void Promise.resolve().then(() => this.flush());
      }
    }
  }

  /** Passes written operations to the machine. Call it before other code rolls the log. */
  flush(): void {
    const from = this.#writtenFrom;
    this.#writtenFrom = undefined;
    if (from === undefined || this.#isClosed) return;
    const frames = this.#parts.engine.replica.framesSince(from);
    const request = this.#nextNumber++;
    this.#writes.open(request);
    this.#remote.waits(request);
    this.#input({ kind: 'write', request, bodies: [runOf(frames)] });
  }

  /** The number that the next write will have. */
  get nextWrite(): number {
    return this.#nextNumber;
  }

  /** Resolves when the writes from number `fromWrite` on are acknowledged: their worst counts. */
  async acknowledged(fromWrite: number): Promise<WrittenCopies> {
    this.flush();
    const ends = await this.#writes.endsFrom(fromWrite);
    return {
      successful: Math.min(
        ...ends.map(({ successful }) => successful),
        this.#applied?.view.copies.length ?? 1,
      ),
      failed: Math.max(0, ...ends.map(({ failed }) => failed)),
    };
  }

  /** Handles a message of another copy. Rejects when this copy cannot answer any more. */
  async receive(message: CopyMessage): Promise<CopyReply> {
    if (message.to !== this.#parts.self.allocationId) throw notHere(message.to);
    while (message.mappingVersion > this.#parts.mappingVersion()) {
      if (this.#isClosed) break;
      await this.#received.nextMapping();
    }
    if (this.#isClosed || this.#machine.isOver) throw this.#notPrimary();
    if (message.head.kind !== 'start_recovery') {
      this.#parts.engine.replica.retainFrom(message.retainFrom);
    }
    if (message.head.kind === 'finalize') this.#parts.progress.finalizing();
    const id = this.#nextNumber++;
    const answer = this.#received.open(id);
    this.#input({ kind: 'request', from: message.from, id, request: decodeRequest(message) });
    return answer;
  }

  /** Takes a file of the commit that this copy starts from, or of a segment round. */
  takeFile(message: FileMessage): FileAnswer {
    if (message.to !== this.#parts.self.allocationId || this.#isClosed) throw notHere(message.to);
    const target = typeof message.attempt === 'number' ? this.#files : this.#segments;
    return target.take(message);
  }

  /** Called when the index shows something new; a primary then sends its segments. */
  published(): void {
    this.#remote.published();
    if (!this.#parts.engine.settings.replicatesSegments) return;
    void Promise.resolve().then(() => this.#input({ kind: 'published' }));
  }

  mappingChanged(): void {
    this.#received.mappingChanged();
  }

  /** Makes everything so far durable, including the known checkpoint of all copies. */
  sync(): void {
    this.#globalCheckpoint = Math.max(this.#globalCheckpoint, this.#machine.globalCheckpoint);
    this.#parts.engine.replica.sync(this.#globalCheckpoint);
  }

  close(): void {
    if (this.#isClosed) return;
    this.flush();
    this.#isClosed = true;
    this.#remote.close();
    this.#store.close();
    const error = this.#notPrimary();
    this.#writes.refuseAll(error);
    this.#waiting.refuse(error);
    this.#received.refuseAll(error);
  }

  /** Feeds an input. Inputs that result from its effects wait for their turn. */
  #input(input: CopyInput): void {
    if (this.#isClosed) return;
    this.flush();
    this.#inputs.push(input);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        for (const effect of this.#machine.step(next)) this.#do(effect);
      }
    } catch (error) {
      this.#fail(asApiError(error));
    } finally {
      this.#isStepping = false;
    }
    const { segmentsShown } = this.#machine;
    if (segmentsShown !== undefined) this.#lags.update(segmentsShown);
    this.#wake();
  }

  #do(effect: CopyEffect): void {
    switch (effect.kind) {
      case 'store':
        this.#perform(effect.token, effect.action);
        return;
      case 'ask':
        this.#ask(effect.token, effect.to, effect.request);
        return;
      case 'answer':
        this.#received.answer(effect.id, effect.reply);
        return;
      case 'report':
        this.#report(effect.token, effect.report);
        return;
      case 'acknowledge': {
        const { request, copies: successful, failed } = effect;
        this.#remote.ended(request);
        this.#writes.acknowledge(request, { successful, failed });
        return;
      }
      case 'refuse':
        this.#refuseWrite(effect.request, this.#notPrimary());
        return;
      case 'remote':
        this.#remote.call(effect.token, effect.call);
        return;
      case 'fail_self':
        this.#fail(new ApiError('no_longer_primary_shard_exception', effect.reason));
        return;
      default:
        assertNever(effect, 'effect');
    }
  }

  #refuseWrite(request: number, error: ApiError): void {
    this.#remote.ended(request);
    this.#writes.refuse(request, error);
  }

  #report(token: number, report: Report): void {
    // Writes that were acknowledged as visible before this copy serves searches must be visible
    // here.
    if (report.kind === 'shard_started') this.#parts.refresh();
    this.#parts.ports.report(report).then((accepted) => {
      this.#input({ kind: 'reported', token, accepted });
    }, ignore);
  }

  #perform(token: number, action: StoreAction): void {
    const { syncTo, operations = [], ...result } = this.#store.perform(action);
    // Installed segments become searchable at once, as they are on the primary.
    if (action.kind === 'install' && !result.isRefused) this.#parts.refresh();
    const stored = () => {
      const { status } = this.#store;
      this.#input({ kind: 'stored', token, result: { ...result, operations, status } });
    };
    if (syncTo === undefined) {
      stored();
      return;
    }
    this.#globalCheckpoint = Math.max(this.#globalCheckpoint, syncTo);
    this.#parts.durable().then(() => {
      const { failure } = this.#parts.engine;
      if (failure === undefined) stored();
      else this.#fail(failure);
    });
  }

  #ask(token: number, to: CopyRef, request: CopyRequest): void {
    this.#sent.send(to, request, (reply) => {
      if (reply?.kind === 'done') this.#leases.renew(to.nodeId, reply.globalCheckpoint);
      this.#input({ kind: 'reply', token, reply });
    });
  }

  #fail(error: ApiError): void {
    this.close();
    this.#parts.failed(error);
  }

  /** Lets waiting writes continue when this copy is active; refuses them when it will not be. */
  #wake(): void {
    const { isActivePrimary, isPrimary } = this.#machine;
    if (this.#waiting.isEmpty) return;
    if (isActivePrimary) this.#waiting.letIn();
    else if (!isPrimary) this.#waiting.refuse(this.#notPrimary());
  }

  #otherNodeIds(): ReadonlySet<string> {
    const { nodeId: own } = this.#parts.self;
    const ids = this.#applied?.view.copies.map(({ nodeId }) => nodeId) ?? [];
    return new Set(ids.filter((id) => id !== own));
  }

  #notPrimary(): ApiError {
    const { allocationId } = this.#parts.self;
    return new ApiError(
      'retry_on_primary_exception',
      `copy [${allocationId}] is not the active primary of its shard`,
    );
  }
}

/** Ignores the outcome of a report of a closed copy. */
function ignore(): void {}
