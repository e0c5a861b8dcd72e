/**
 * Performs the replication machine's actions on a real engine. It reports what must be durable; the
 * caller syncs for many actions at once.
 */
import type { Operation, StoreAction, StoreStatus } from '@skein/cluster/replication';
import { type Engine, type HeldCommit, type HistoryReader, splitFrames } from '@skein/engine';
import { type FrameRun, framesOf, runOf } from './copy_messages.js';
import { type FileTarget, notExpected } from './file_target.js';
import type { RecoveryProgress } from './recovery_progress.js';

/** Limits of a batch of history. */
const MAX_OPERATIONS = 2000;
const MAX_BYTES = 1024 * 1024;

/** The result of an action, as far as the action has one. */
interface Performed {
  readonly operations?: readonly Operation[];
  readonly next?: unknown;
  readonly isGone?: boolean;
  readonly commit?: HeldCommit;
  readonly committedSeqNo?: number;
  readonly isRefused?: boolean;
  /** If set, the action is complete once everything so far is durable, with this checkpoint. */
  readonly syncTo?: number;
}

interface CopyStoreParts {
  readonly engine: Engine;
  /** The files of a recovery. */
  readonly files: FileTarget;
  /** The files of a segment round. */
  readonly segments: FileTarget;
  readonly progress: RecoveryProgress;
}

const DONE: Performed = {};

export class CopyStore {
  readonly #engine: Engine;
  readonly #files: FileTarget;
  readonly #segments: FileTarget;
  readonly #progress: RecoveryProgress;
  readonly #readers = new Set<HistoryReader>();

  constructor({ engine, files, segments, progress }: CopyStoreParts) {
    this.#engine = engine;
    this.#files = files;
    this.#segments = segments;
    this.#progress = progress;
  }

  get status(): StoreStatus {
    return this.#engine.replica.status;
  }

  /** Performs an action; throws if the engine fails. */
  perform(action: StoreAction): Performed {
    const { replica } = this.#engine;
    switch (action.kind) {
      case 'execute':
        // The machine passes the bodies of operations on unread.
        return { operations: action.bodies as readonly FrameRun[] };
      case 'sync':
        return { syncTo: action.globalCheckpoint };
      case 'append':
        for (const { body } of framesOf(action.operations)) this.#append(body);
        return { syncTo: action.globalCheckpoint };
      case 'rollback':
        replica.rollBack(action.term, action.aboveSeqNo);
        return DONE;
      case 'promote':
        replica.promote(action.term);
        return DONE;
      case 'trim':
        replica.trim(action.aboveSeqNo);
        return DONE;
      case 'read':
        // The machine keeps what this class gave it, and passes it on unread.
        return this.#read(action.fromSeqNo, action.next as HistoryReader | undefined);
      case 'read_commit':
        return { commit: replica.readCommit() };
      case 'let_go':
        // As for `read`.
        (action.commit as HeldCommit | undefined)?.close();
        this.#letGo(action.next as HistoryReader | undefined);
        return DONE;
      case 'commit':
        return { committedSeqNo: replica.commit() };
      case 'install':
        return this.#install(action);
      case 'reset_to_safe':
        replica.resetToSafe(action.term);
        return DONE;
      default:
        return this.#replace(action);
    }
  }

  /** Installs a commit. An error here fails the copy; if files are missing, they are sent again. */
  #install(action: StoreAction & { readonly kind: 'install' }): Performed {
    const staged = this.#segments.complete();
    const isInstalled = staged !== undefined && this.#engine.replica.install(staged, action);
    if (!isInstalled) staged?.discard();
    return { isRefused: !isInstalled };
  }

  #replace(action: StoreAction & { readonly kind: 'replace' }): Performed {
    const staged = this.#files.complete();
    if (staged === undefined) throw notExpected(undefined);
    this.#engine.replica.replace(staged, action);
    return DONE;
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
    this.#readers.clear();
    this.#files.close();
    this.#segments.close();
  }

  #letGo(reader: HistoryReader | undefined): void {
    if (reader === undefined) return;
    reader.close();
    this.#readers.delete(reader);
  }

  #append(frames: Uint8Array): void {
    this.#engine.replica.append(frames);
    if (this.#progress.isUnderWay) {
      this.#progress.operationsApplied([...splitFrames(frames)].length);
    }
  }

  #read(fromSeqNo: number, before: HistoryReader | undefined): Performed {
    const { replica } = this.#engine;
    const reader = before ?? replica.readHistory(fromSeqNo);
    if (reader === undefined) return { isGone: true };
    this.#readers.add(reader);
    const frames = reader.next(MAX_OPERATIONS, MAX_BYTES);
    if (reader.isDone) this.#readers.delete(reader);
    return {
      operations: frames.length === 0 ? [] : [runOf(frames)],
      next: reader.isDone ? undefined : reader,
    };
  }
}
