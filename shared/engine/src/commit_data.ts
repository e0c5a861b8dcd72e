/**
 * The engine's data in a commit of the index, including the translog position to continue from. The
 * keys are OpenSearch's.
 */
import { ApiError } from '@skein/errors';

/** A commit without this key is of a version whose index kept no history of deleted documents. */
const HISTORY_IN_INDEX = 'history_in_index';

export interface CommitData {
  readonly historyUuid: string;
  readonly translogUuid: string;
  /** The first generation with operations the commit lacks. */
  readonly translogGeneration: number;
  readonly localCheckpoint: number;
  /** The highest sequence number in the commit. */
  readonly maxSeqNo: number;
  /** All operations from here on are in the commit's index or translog, for other copies. */
  readonly minRetainedSeqNo: number;
}

export function encodeCommitData(data: CommitData): Record<string, string> {
  return {
    history_uuid: data.historyUuid,
    translog_uuid: data.translogUuid,
    translog_generation: String(data.translogGeneration),
    local_checkpoint: String(data.localCheckpoint),
    max_seq_no: String(data.maxSeqNo),
    max_unsafe_auto_id_timestamp: '-1',
    min_retained_seq_no: String(data.minRetainedSeqNo),
    [HISTORY_IN_INDEX]: 'true',
  };
}

export function decodeCommitData(data: Readonly<Record<string, string>>): CommitData {
  const localCheckpoint = numberOf(data, 'local_checkpoint');
  const minRetainedSeqNo = numberOf(data, 'min_retained_seq_no');
  const isInIndex = data[HISTORY_IN_INDEX] === 'true';
  return {
    historyUuid: textOf(data, 'history_uuid'),
    translogUuid: textOf(data, 'translog_uuid'),
    translogGeneration: numberOf(data, 'translog_generation'),
    localCheckpoint,
    maxSeqNo: numberOf(data, 'max_seq_no'),
    minRetainedSeqNo: isInIndex ? minRetainedSeqNo : localCheckpoint + 1,
  };
}

function textOf(data: Readonly<Record<string, string>>, key: string): string {
  const text = data[key];
  if (text === undefined) {
    throw new ApiError('corrupt_index_exception', `commit without user data [${key}]`);
  }
  return text;
}

function numberOf(data: Readonly<Record<string, string>>, key: string): number {
  const number = Number(textOf(data, key));
  if (Number.isSafeInteger(number)) return number;
  throw new ApiError('corrupt_index_exception', `commit with user data [${key}] of [${data[key]}]`);
}
