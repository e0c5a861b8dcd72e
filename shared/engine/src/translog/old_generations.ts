/**
 * The completed generations of a translog: found when it is opened, removed when they are no longer
 * needed.
 */
import { ApiError } from '@skein/errors';
import type { Directory } from '@skein/search_library';
import { readCheckpoint } from './checkpoint_search.js';
import { readMark } from './durable_mark.js';
import { type Checkpoint, checkpointName, corrupted, generationOf, logName } from './format.js';
import { readHeader } from './generation_reader.js';

export interface OldGeneration {
  readonly generation: number;
  readonly checkpoint: Checkpoint;
  readonly primaryTerm: number;
}

/** The highest sequence number in it that is not trimmed. */
export function lastSeqNo({ checkpoint }: OldGeneration): number {
  return Math.min(checkpoint.maxSeqNo, checkpoint.trimmedAbove ?? Number.POSITIVE_INFINITY);
}

export function removeGeneration(directory: Directory, generation: number): void {
  directory.remove(logName(generation));
  directory.remove(checkpointName(generation));
}

/**
 * The generations, oldest first and without a gap; files that do not belong to them are removed.
 */
export function findGenerations(
  { directory, translogUuid }: { readonly directory: Directory; readonly translogUuid: string },
  needed: number,
): OldGeneration[] {
  const present = presentGenerations(directory);
  const newest = present.at(-1) ?? 0;
  let found: OldGeneration[] = [];
  for (const generation of present) {
    const old = readIfNeeded(directory, generation, {
      translogUuid,
      isNeeded: generation >= needed,
      isNewest: generation === newest,
    });
    if (old !== undefined) {
      found = follows(found, generation, needed) ? [...found, old] : [old];
    } else if (generation >= needed && generation !== newest) {
      throw corrupted(`${directory.location}/${logName(generation)}`, 'no checkpoint');
    } else {
      found = generation < needed ? [] : found;
    }
  }
  if (!found.some(({ generation }) => generation === needed)) {
    throw corrupted(directory.location, `generation [${needed}] is missing`);
  }
  const kept = new Set(found.map(({ generation }) => generation));
  for (const generation of present) {
    if (!kept.has(generation)) removeGeneration(directory, generation);
  }
  return found;

  /**
   * Checks for gaps. Of the history before the needed generations only the part without a gap is
   * useful.
   */
  function follows(before: readonly OldGeneration[], generation: number, needed: number): boolean {
    const last = before.at(-1)?.generation;
    if (last === undefined || last === generation - 1) return true;
    if (generation <= needed) return false;
    throw corrupted(directory.location, `generation [${last + 1}] is missing`);
  }
}

/**
 * Throws translog_corrupted_exception when the log is shorter than its recorded durable length.
 * Call it before a torn end is cut off.
 */
export function checkMark(
  { directory, translogUuid }: { readonly directory: Directory; readonly translogUuid: string },
  found: readonly OldGeneration[],
): void {
  const mark = readMark(directory, translogUuid);
  if (mark === undefined) return;
  const { generation, offset } = mark;
  const marked = found.find((one) => one.generation === generation);
  const newest = found.at(-1)?.generation ?? 0;
  const endsAt = marked?.checkpoint.offset ?? (generation > newest ? 0 : offset);
  if (endsAt >= offset) return;
  const where = `${directory.location}/${logName(generation)}`;
  throw corrupted(where, `ends at [${endsAt}], and [${offset}] bytes of it were durable`);
}

/**
 * Reads a generation. If only another copy's recovery would use it, an unreadable one is treated as
 * absent.
 */
function readIfNeeded(
  directory: Directory,
  generation: number,
  expected: {
    readonly translogUuid: string;
    readonly isNeeded: boolean;
    readonly isNewest: boolean;
  },
): OldGeneration | undefined {
  try {
    return readGeneration(directory, generation, expected);
  } catch (error) {
    if (expected.isNeeded || !(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** Reads a generation; `undefined`: nothing of it was ever acknowledged. */
function readGeneration(
  directory: Directory,
  generation: number,
  { translogUuid, isNewest }: { readonly translogUuid: string; readonly isNewest: boolean },
): OldGeneration | undefined {
  const checkpoint = readCheckpoint(directory, generation, isNewest);
  if (checkpoint === undefined) return undefined;
  const { header } = readHeader(directory, generation);
  if (header.translogUuid !== translogUuid) {
    const where = `${directory.location}/${logName(generation)}`;
    throw corrupted(
      where,
      `belongs to translog [${header.translogUuid}], expected [${translogUuid}]`,
    );
  }
  return { generation, checkpoint, primaryTerm: header.primaryTerm };
}

function presentGenerations(directory: Directory): number[] {
  const found = new Set<number>();
  for (const name of directory.list()) {
    const generation = generationOf(name);
    if (generation !== undefined) found.add(generation);
  }
  return [...found].sort((a, b) => a - b);
}
