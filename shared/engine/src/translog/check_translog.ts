/** Reads every operation in a commit's translog and reports the faults. It changes nothing. */
import { ApiError } from '@skein/errors';
import type { Directory } from '@skein/search_library';
import { readCheckpoint } from './checkpoint_search.js';
import { readMark } from './durable_mark.js';
import { generationOf, logName } from './format.js';
import { readHeader, readOperations } from './generation_reader.js';

export interface TranslogCheck {
  readonly generations: number;
  readonly operations: number;
  /**
   * Bytes behind the last checkpoint: the rest of an unacknowledged sync that a crash interrupted,
   * or a damaged last sync.
   */
  readonly tornBytes: number;
  /** Empty: the log is sound. */
  readonly problems: readonly string[];
}

/**
 * Checks the translog. `commitData`: the user data of the index's newest commit, which names the
 * start of the log.
 */
export function checkTranslog(
  directory: Directory,
  commitData: Readonly<Record<string, string>>,
): TranslogCheck {
  const problems: string[] = [];
  let operations = 0;
  let tornBytes = 0;
  let generation = Number(commitData.translog_generation);
  const first = generation;
  for (; directory.exists(logName(generation)); generation++) {
    try {
      const found = checkGeneration(directory, generation, {
        uuid: commitData.translog_uuid,
        isNamed: generation === first,
      });
      operations += found.operations;
      tornBytes = found.tornBytes;
    } catch (error) {
      problems.push(error instanceof ApiError ? error.reason : String(error));
    }
  }
  // A later generation shows that one in between is gone.
  const isMissing = generation === first || hasLater(directory, generation);
  if (isMissing) problems.push(`file is missing (resource=${logName(generation)})`);
  return { generations: generation - first, operations, tornBytes, problems };
}

function hasLater(directory: Directory, than: number): boolean {
  return directory.list().some((name) => (generationOf(name) ?? than) > than);
}

interface ExpectedLog {
  readonly uuid: string | undefined;
  /** True if the commit names the generation: its first checkpoint is older than the commit. */
  readonly isNamed: boolean;
}

function checkGeneration(
  directory: Directory,
  generation: number,
  { uuid, isNamed }: ExpectedLog,
): { readonly operations: number; readonly tornBytes: number } {
  const isNewest = !directory.exists(logName(generation + 1));
  const checkpoint = readCheckpoint(directory, generation, isNewest);
  const where = `${directory.location}/${logName(generation)}`;
  if (checkpoint === undefined) {
    if (isNamed || !isNewest) throw damaged(where, 'has no checkpoint');
    return { operations: 0, tornBytes: directory.length(logName(generation)) };
  }
  const { header } = readHeader(directory, generation);
  if (header.translogUuid !== uuid) throw damaged(where, `belongs to [${header.translogUuid}]`);
  const mark = readMark(directory, uuid);
  if (mark?.generation === generation && checkpoint.offset < mark.offset) {
    throw damaged(where, `ends at [${checkpoint.offset}], and [${mark.offset}] were durable`);
  }
  let count = 0;
  for (const { seqNo } of readOperations(directory, generation, checkpoint)) {
    if (seqNo < checkpoint.minSeqNo || seqNo > checkpoint.maxSeqNo) {
      throw damaged(where, `has operation [${seqNo}] outside of its checkpoint`);
    }
    count++;
  }
  const tornBytes = directory.length(logName(generation)) - checkpoint.offset;
  return { operations: count, tornBytes };
}

function damaged(where: string, what: string): ApiError {
  return new ApiError('translog_corrupted_exception', `translog [${where}] ${what}`);
}
