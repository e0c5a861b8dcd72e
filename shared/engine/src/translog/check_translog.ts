/** Reads every operation that a commit's translog holds and says what is wrong with it. Changes nothing. */
import { ApiError } from '@skein/errors';
import type { Directory } from '@skein/search_library';
import { checkpointName, logName } from './format.js';
import { readCheckpoint, readHeader, readOperations } from './generation_reader.js';

export interface TranslogCheck {
  readonly generations: number;
  readonly operations: number;
  /** Empty: the log is sound. */
  readonly problems: readonly string[];
}

/** `commitData`: the user data of the index's newest commit, which names where the log goes on. */
export function checkTranslog(
  directory: Directory,
  commitData: Readonly<Record<string, string>>,
): TranslogCheck {
  const problems: string[] = [];
  let operations = 0;
  let generation = Number(commitData.translog_generation);
  const first = generation;
  for (; directory.exists(checkpointName(generation)); generation++) {
    try {
      operations += checkGeneration(directory, generation, commitData.translog_uuid);
    } catch (error) {
      problems.push(error instanceof ApiError ? error.reason : String(error));
    }
  }
  if (generation === first) problems.push(`file is missing (resource=${logName(first)})`);
  return { generations: generation - first, operations, problems };
}

function checkGeneration(
  directory: Directory,
  generation: number,
  uuid: string | undefined,
): number {
  const checkpoint = readCheckpoint(directory, generation);
  if (checkpoint === undefined) return 0;
  const where = `${directory.location}/${logName(generation)}`;
  const { header } = readHeader(directory, generation);
  if (header.translogUuid !== uuid) throw damaged(where, `belongs to [${header.translogUuid}]`);
  let count = 0;
  for (const { seqNo } of readOperations(directory, generation, checkpoint)) {
    if (seqNo < checkpoint.minSeqNo || seqNo > checkpoint.maxSeqNo) {
      throw damaged(where, `has operation [${seqNo}] outside of its checkpoint`);
    }
    count++;
  }
  return count;
}

function damaged(where: string, what: string): ApiError {
  return new ApiError('translog_corrupted_exception', `translog [${where}] ${what}`);
}
