/**
 * One copy of a shard as a state machine: inputs in, effects out, no clock, no disk, no network.
 * docs/specs/replication.md lists its guarantees; the host performs the effects, in order, and
 * feeds back their results.
 */
import { CopyContext, type CopyOptions } from './copy_context.js';
import type { CopyEffect, CopyInput } from './effects.js';
import type { CopyRequest } from './messages.js';
import type { StoreStatus } from './operation.js';
import { Primary } from './primary.js';
import { RecoveryTarget } from './recovery_target.js';
import { Replica } from './replica.js';
import { REPLICATION_RULES } from './rules.js';
import type { SegmentsShown } from './segment_rounds.js';
import { type CopyRef, findCopy, type ShardView } from './shard_view.js';

const DEFAULTS: CopyOptions = { rules: REPLICATION_RULES, batchSize: 1000 };

export class ShardCopyMachine {
  readonly #context: CopyContext;
  readonly #replica: Replica;
  readonly #target: RecoveryTarget;
  #primary: Primary | undefined;
  #isOver = false;

  /** Creates the machine. `status` is the store's status on disk when it was opened. */
  constructor(self: CopyRef, status: StoreStatus, options: CopyOptions = DEFAULTS) {
    this.#context = new CopyContext(self, status, options);
    this.#replica = new Replica(this.#context);
    this.#target = new RecoveryTarget(this.#context);
  }

  get isActivePrimary(): boolean {
    return this.#primary?.isActive === true;
  }

  /** True if this copy is the primary in its own view, active or being opened. */
  get isPrimary(): boolean {
    return this.#primary !== undefined && !this.#isOver;
  }

  /** True if no input changes anything any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get term(): number {
    return this.#context.term;
  }

  get status(): StoreStatus {
    return this.#context.status;
  }

  /** For an active primary: every in-sync copy has everything up to this number. */
  get globalCheckpoint(): number {
    return this.#primary?.globalCheckpoint ?? this.#context.status.globalCheckpoint;
  }

  /**
   * True if the remote store needs a commit with operations up to this number, which all copies
   * have.
   */
  wantsRemoteCommit(maxSeqNo: number): boolean {
    return !this.#isOver && this.#primary?.wantsRemoteCommit(maxSeqNo) === true;
  }

  /** Weight of the operations that wait for the remote store. */
  get remotePending(): number {
    return this.#primary?.remotePending ?? 0;
  }

  /** The files of the newest commit in the remote store that this primary knows of. */
  get remoteFiles(): unknown {
    return this.#primary?.remoteFiles;
  }

  /** Progress of a primary whose replicas copy its segments. */
  get segmentsShown(): SegmentsShown | undefined {
    return this.#isOver ? undefined : this.#primary?.segmentsShown;
  }

  /**
   * True if a tick changes nothing until another input arrives. Do not ask this of a recovering
   * copy, whose attempts need ticks.
   */
  get isSettled(): boolean {
    return this.#isOver || (this.#primary?.isSettled ?? true);
  }

  step(input: CopyInput): readonly CopyEffect[] {
    if (!this.#isOver) this.#take(input);
    else if (input.kind === 'write') {
      this.#context.emit({ kind: 'refuse', request: input.request, why: 'retry' });
    }
    const effects = this.#context.takeEffects();
    if (effects.some(({ kind }) => kind === 'fail_self')) this.#isOver = true;
    return effects;
  }

  #take(input: CopyInput): void {
    switch (input.kind) {
      case 'view':
        this.#applyView(input.view);
        break;
      case 'write':
        this.#write(input.request, input.bodies);
        break;
      case 'stored':
        this.#context.onStored(input.token, input.result);
        break;
      case 'request':
        this.#receive(input.from, input.id, input.request);
        break;
      case 'reply':
        this.#context.onReply(input.token, input.reply);
        break;
      case 'reported':
        this.#context.onReported(input.token, input.accepted);
        break;
      case 'published':
        this.#primary?.published();
        break;
      case 'too_late':
        this.#primary?.onTooLate(input.allocationId);
        break;
      case 'remote':
        this.#context.onRemote(input.token, input.reply);
        break;
      case 'remote_commit':
        this.#primary?.onRemoteCommit(input.commit);
        break;
      default:
        this.#target.drive();
        this.#primary?.onTick();
    }
  }

  /** Applies a view; older views than the last are ignored. */
  #applyView(view: ShardView): void {
    const { self } = this.#context;
    if (view.version <= (this.#context.view?.version ?? -1)) return;
    this.#context.view = view;
    const own = findCopy(view, self.allocationId);
    if (own === undefined) this.#close();
    else if (!own.primary) this.#target.drive();
    else if (this.#primary?.term === view.primaryTerm) this.#primary.onView(view);
    else {
      this.#primary?.end();
      this.#primary = new Primary(this.#context, view);
    }
  }

  #write(request: number, bodies: readonly unknown[]): void {
    if (this.#primary !== undefined) this.#primary.write(request, bodies);
    else this.#context.emit({ kind: 'refuse', request, why: 'retry' });
  }

  #receive(from: CopyRef, id: number, request: CopyRequest): void {
    if (request.kind === 'start_recovery') {
      if (this.#primary !== undefined) this.#primary.startRecovery(from, id, request);
      else this.#context.answer(from, id, { kind: 'retry' });
      return;
    }
    if (this.#primary !== undefined) this.#hearAsPrimary(from, id, request.term);
    else this.#follow(from, id, request);
  }

  /**
   * Refuses a replication request to a primary. If the sender's term is higher, this primary has
   * been replaced.
   */
  #hearAsPrimary(from: CopyRef, id: number, term: number): void {
    const own = this.#context.term;
    this.#context.answer(from, id, { kind: 'refused', term: own });
    if (term > own) this.#close();
  }

  #follow(
    from: CopyRef,
    id: number,
    request: Exclude<CopyRequest, { kind: 'start_recovery' }>,
  ): void {
    if (request.kind === 'copy_segments') {
      this.#replica.copySegments(from, id, request);
      return;
    }
    const isOfSession = request.kind === 'replicate' || request.kind === 'resync';
    if (!isOfSession && !this.#target.expects(from, id, request)) return;
    if (!this.#replica.hears(from, id, request)) return;
    switch (request.kind) {
      case 'resync':
        this.#replica.resync(from, id, request);
        break;
      case 'copy_files':
        this.#target.copyFiles(from, id, request);
        break;
      case 'finalize':
        this.#target.finalize(from, id, request);
        break;
      default:
        this.#replica.replicate(from, id, request);
    }
  }

  #close(): void {
    this.#primary?.end();
    this.#isOver = true;
  }
}
