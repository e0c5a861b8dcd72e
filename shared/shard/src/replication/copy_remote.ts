/**
 * A primary's side of its log in a remote store: it passes on the state machine's calls, and
 * commits the engine when the log has become long. It limits how much waits for the store, and how
 * long a write waits.
 */
import { type Clock, formatTimeMs, type Log } from '@skein/base';
import type { CopyInput, RemoteCall, ShardCopyMachine } from '@skein/cluster/replication';
import type { Engine } from '@skein/engine';
import { ApiError, asApiError } from '@skein/errors';
import type { DownloadCounts, RemoteStoreStats } from '../calls.js';
import type { CopyPorts, RemoteLimits } from './copy_ports.js';
import { FilesLag } from './files_lag.js';
import {
  decodeAnswer,
  encodeCall,
  optionalFilesOf,
  type RemoteMessage,
} from './remote_messages.js';
import type { ShownSegment } from './segment_lags.js';
import { Uploads } from './upload_counts.js';

interface CopyRemoteParts {
  readonly replica: Pick<Engine['replica'], 'holdCommit' | 'safeCommit' | 'status'>;
  readonly machine: Pick<
    ShardCopyMachine,
    'isPrimary' | 'remoteFiles' | 'remotePending' | 'wantsRemoteCommit'
  >;
  readonly ask: CopyPorts['remote'];
  readonly clock: Clock;
  readonly log: Log;
  readonly input: (input: CopyInput) => void;
  /**
   * Called when writes have waited for longer than allowed: the given writes, and all that have
   * waited since before the given time.
   */
  readonly late: (writes: LateWrites) => void;
  /** Writes a commit of everything so far. */
  readonly commit: () => void;
  /** The segments that searches see. */
  readonly shownSegments: () => readonly ShownSegment[];
  /** The download that the copy started from. */
  readonly downloaded: DownloadCounts;
}

interface LateWrites {
  readonly requests: readonly number[];
  /** Time on the monotonic clock. */
  readonly beforeMs: number;
  readonly error: ApiError;
}

export class CopyRemote {
  /** Undefined: the shard has no log in a remote store. */
  limits: RemoteLimits | undefined;
  readonly #parts: CopyRemoteParts;
  #isTaking = false;
  #isClosed = false;
  /** Records with operations since the last commit that was taken. */
  #records = 0;
  readonly #operations: Uploads;
  readonly #files: Uploads;
  readonly #filesLag: FilesLag;
  #unanswered = 0;
  #rejected = 0;
  /** By write: the time at which it began to wait. */
  readonly #waitsSinceMs = new Map<number, number>();

  constructor(parts: CopyRemoteParts) {
    this.#parts = parts;
    this.#operations = new Uploads(parts.clock);
    this.#files = new Uploads(parts.clock);
    this.#filesLag = new FilesLag(parts.clock);
  }

  /** Called when searches see something new. */
  published(): void {
    if (this.limits !== undefined) {
      this.#filesLag.published(this.#parts.replica.status.maxSeqNo);
    }
  }

  call(token: number, call: RemoteCall): void {
    const { ask, input } = this.#parts;
    const message = encodeCall(call);
    const bytes = operationBytes(message);
    if (bytes !== undefined) this.#records++;
    const ended = bytes === undefined ? undefined : this.#operations.begin(bytes);
    // After the end, nothing handles the answer.
    ask(message).then((answer) => {
      this.#unanswered = answer === undefined ? this.#unanswered + 1 : 0;
      ended?.(answer && bytes);
      if (!this.#isClosed) input({ kind: 'remote', token, reply: answer && decodeAnswer(answer) });
    }, ignore);
  }

  /** Rejects when too much waits for the store. */
  admit(): Promise<void> | undefined {
    const pending = this.#parts.machine.remotePending;
    const most = this.limits?.maxPendingBytes ?? Number.POSITIVE_INFINITY;
    if (pending <= most) return undefined;
    this.#rejected++;
    const reason = `rejected execution of shard operation: [${pending}] bytes of operations wait for the remote store, and [cluster.remote_store.translog.max_pending_size] is [${most}]`;
    return Promise.reject(new ApiError('es_rejected_execution_exception', reason));
  }

  /** Statistics of a primary whose shard has a log in a remote store. */
  get stats(): RemoteStoreStats | undefined {
    const { machine, shownSegments, downloaded } = this.#parts;
    if (this.limits === undefined || !machine.isPrimary) return undefined;
    return {
      operations: this.#operations.counts,
      files: this.#files.counts,
      filesLagBytes: this.#filesLag.bytes(shownSegments()),
      filesLagMs: this.#filesLag.ms,
      download: downloaded,
      pendingBytes: machine.remotePending,
      unanswered: this.#unanswered,
      rejected: this.#rejected,
    };
  }

  waits(request: number): void {
    if (this.limits === undefined) return;
    this.#waitsSinceMs.set(request, this.#parts.clock.monotonicMs());
  }

  ended(request: number): void {
    this.#waitsSinceMs.delete(request);
  }

  #tellLate({ transferTimeoutMs }: RemoteLimits): void {
    const beforeMs = this.#parts.clock.monotonicMs() - transferTimeoutMs;
    const requests = [...this.#waitsSinceMs].flatMap(([request, sinceMs]) =>
      sinceMs < beforeMs ? [request] : [],
    );
    const reason = `the remote store did not take the operations within [${formatTimeMs(transferTimeoutMs)}]: whether they count is not known`;
    const error = new ApiError('unavailable_shards_exception', reason);
    this.#parts.late({ beforeMs, requests, error });
  }

  /** Called about once a second: uploads a newer commit of which all copies have the operations. */
  tick(): void {
    if (this.limits === undefined || this.#isClosed) return;
    this.#tellLate(this.limits);
    if (!this.#parts.machine.isPrimary) return;
    if (this.#records >= this.limits.maxRecords) {
      this.#records = 0;
      this.#parts.commit();
    }
    void this.#takeCommit().catch((error: unknown) => {
      const { reason } = asApiError(error);
      this.#parts.log.warn('commit not uploaded to the remote store', { error: reason });
    });
  }

  /**
   * Uploads the newest safe commit. When it resolves, that commit is in the store, or the state
   * machine does not want it.
   */
  async #takeCommit(): Promise<void> {
    const { replica, machine, ask, input, shownSegments } = this.#parts;
    const { safeCommit } = replica;
    if (this.#isTaking || safeCommit === undefined || this.#isClosed) return;
    const { generation, maxSeqNo, isWhole, segments } = safeCommit;
    if (!isWhole || !machine.wantsRemoteCommit(maxSeqNo)) return;
    const bytes = this.#filesLag.bytes(shownSegments());
    // An error above takes nothing; from here on, each end of the upload lets the commit go.
    const letGo = replica.holdCommit(generation);
    const ended = this.#files.begin(bytes);
    this.#isTaking = true;
    try {
      const before = optionalFilesOf(machine.remoteFiles);
      const answer = await ask({ kind: 'take_commit', generation, before });
      const taken = answer?.kind === 'taken' ? answer : undefined;
      ended(taken?.newBytes);
      if (this.#isClosed || taken === undefined) return;
      this.#filesLag.stored(segments, maxSeqNo);
      this.#records = 0;
      input({ kind: 'remote_commit', commit: { maxSeqNo, files: taken.files } });
    } finally {
      this.#isTaking = false;
      letGo();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#waitsSinceMs.clear();
  }
}

/** Size of the operations in a message; undefined: it has none. */
function operationBytes(message: RemoteMessage): number | undefined {
  if (message.kind !== 'create' || message.record.kind !== 'operations') return undefined;
  return message.record.frames.length;
}

/** Ignores an error after the host has released the shard. */
function ignore(): void {}
