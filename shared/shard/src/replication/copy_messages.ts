/**
 * The messages between copies of a shard on the wire: those of the state machine, with operations
 * as bytes of the log. Plain data.
 */
import type {
  CopyFiles,
  CopyRef,
  CopyRequest,
  CopySegments,
  Finalize,
  Operation,
  Recover,
  Replicate,
  Resync,
  StartRecovery,
} from '@skein/cluster/replication';
import { frameIdentity } from '@skein/engine';
import { ApiError } from '@skein/errors';

/**
 * A run of operations, one behind the other as in the log. The state machine treats it as a single
 * operation and never looks inside.
 */
export interface FrameRun extends Operation {
  readonly body: Uint8Array;
}

type WithoutOperations<Request> = Omit<Request, 'operations'>;

type Head =
  | WithoutOperations<Replicate>
  | WithoutOperations<Resync>
  | WithoutOperations<Recover>
  | StartRecovery
  | Finalize
  | CopyFiles
  | CopySegments;

export interface CopyMessage {
  readonly from: CopyRef;
  /** Allocation id of the addressed copy. */
  readonly to: string;
  readonly head: Head;
  /** The bytes of the operations, if there are any. */
  readonly frames: Uint8Array;
  /** The receiver needs a mapping of at least this version. */
  readonly mappingVersion: number;
  /** The receiver keeps its history from this sequence number on. */
  readonly retainFrom: number;
}

const NOTHING = new Uint8Array(0);

export function runOf(frames: Uint8Array): FrameRun {
  return { ...frameIdentity(frames), body: frames };
}

export function encodeRequest(request: CopyRequest): Pick<CopyMessage, 'head' | 'frames'> {
  if (!('operations' in request)) return { head: request, frames: NOTHING };
  const { operations, ...head } = request;
  return { head, frames: joinedFrames(framesOf(operations)) };
}

export function decodeRequest({ head, frames }: CopyMessage): CopyRequest {
  if (head.kind !== 'replicate' && head.kind !== 'resync' && head.kind !== 'recover') return head;
  return { ...head, operations: frames.length === 0 ? [] : [runOf(frames)] };
}

export function joinedFrames(runs: readonly FrameRun[]): Uint8Array {
  const [first] = runs;
  if (runs.length <= 1) return first?.body ?? NOTHING;
  const all = new Uint8Array(runs.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  for (const { body } of runs) {
    all.set(body, end);
    end += body.length;
  }
  return all;
}

/** The state machine passes operations on unread; in a shard each is a run of frames. */
export function framesOf(operations: readonly Operation[]): readonly FrameRun[] {
  return operations as readonly FrameRun[];
}

export function frameBytes(operation: Operation): number {
  // See `framesOf`.
  return (operation as FrameRun).body.length;
}

export function notHere(allocationId: string): ApiError {
  return new ApiError('shard_not_found_exception', `no copy [${allocationId}] here`);
}
