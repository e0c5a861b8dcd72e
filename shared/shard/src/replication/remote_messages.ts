/**
 * A primary's messages from its engine thread to the remote store: the calls of the replication
 * machine, with operations as bytes of the log. Plain data.
 */
import type {
  LogHead,
  LogPlace,
  LogRecord,
  LogSeal,
  PlacedCommit,
  RemoteCall,
  RemoteReply,
} from '@skein/cluster/replication';
import { framesOf, joinedFrames, runOf } from './copy_messages.js';

type WireCommit = Omit<PlacedCommit, 'files'> & { readonly files: string };

export type RemoteRecord =
  | (Omit<LogHead, 'commit'> & { readonly commit: WireCommit | undefined })
  | (Omit<Extract<LogRecord, { kind: 'operations' }>, 'operations'> & {
      readonly frames: Uint8Array;
    })
  | LogSeal;

export type RemoteMessage =
  | { readonly kind: 'find_end'; readonly segment: number | undefined }
  | { readonly kind: 'read'; readonly at: LogPlace }
  | { readonly kind: 'create'; readonly at: LogPlace; readonly record: RemoteRecord }
  | {
      readonly kind: 'trim';
      readonly fromSegment: number;
      readonly toSegment: number;
      readonly kept: string;
      readonly before: string | undefined;
    }
  | { readonly kind: 'rest' }
  /**
   * Uploads the files of a commit, which is held meanwhile. `before`: the files of the last commit
   * in the store.
   */
  | {
      readonly kind: 'take_commit';
      readonly generation: number;
      readonly before: string | undefined;
    };

export type RemoteAnswer =
  | { readonly kind: 'end'; readonly number: number | undefined }
  | { readonly kind: 'record'; readonly record: RemoteRecord | undefined }
  | { readonly kind: 'created'; readonly isNew: boolean }
  | { readonly kind: 'done' }
  /**
   * `files`: the name of the files in the store. `newBytes`: bytes of files that were not there
   * before.
   */
  | { readonly kind: 'taken'; readonly files: string; readonly newBytes: number };

export function encodeCall(call: RemoteCall): RemoteMessage {
  switch (call.kind) {
    case 'create':
      return { ...call, record: encodeRecord(call.record) };
    case 'trim':
      return { ...call, kept: filesOf(call.kept), before: optionalFilesOf(call.before) };
    default:
      return call;
  }
}

/** Decodes an answer; undefined if it does not answer a call of the machine. */
export function decodeAnswer(answer: RemoteAnswer): RemoteReply | undefined {
  switch (answer.kind) {
    case 'taken':
      return undefined;
    case 'record':
      return { ...answer, record: answer.record && decodeRecord(answer.record) };
    default:
      return answer;
  }
}

function encodeRecord(record: LogRecord): RemoteRecord {
  if (record.kind === 'operations') {
    const { operations, ...rest } = record;
    return { ...rest, frames: joinedFrames(framesOf(operations)) };
  }
  if (record.kind === 'seal') return record;
  const { commit, ...head } = record;
  return { ...head, commit: commit && { ...commit, files: filesOf(commit.files) } };
}

function decodeRecord(record: RemoteRecord): LogRecord {
  if (record.kind !== 'operations') return record;
  const { frames, ...rest } = record;
  return { ...rest, operations: frames.length === 0 ? [] : [runOf(frames)] };
}

/** The machine passes the files of a commit on unread; here they are the name of a blob. */
function filesOf(files: unknown): string {
  return files as string;
}

export function optionalFilesOf(files: unknown): string | undefined {
  // See `filesOf`.
  return files as string | undefined;
}
