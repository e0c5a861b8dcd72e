/**
 * Reads every byte of an index's newest commit and reports its errors: checksums of all files,
 * every stored block, and the invariants of each part (order, ranges, sums). It changes nothing.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { Segment } from '../codec/v1/segment.js';
import {
  type FilePart,
  openSegmentHead,
  PART,
  readSegmentHead,
  type SegmentFile,
} from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import { type CommittedSegment, readNewestCommit } from '../index/commit_point.js';
import { recoverSegment } from '../index/recover.js';
import { OwnPlaces } from '../memory/part_places.js';
import type { Directory } from '../store/directory.js';
import { checkFields } from './check_fields.js';

export interface IndexProblem {
  readonly segment: string | undefined;
  readonly problem: string;
}

export interface SegmentCheck {
  readonly name: string;
  readonly docCount: number;
  readonly deletedCount: number;
  /**
   * Bytes of each kind of part, by its name in FILE_FORMATS.md; `source` is the `.src` file. Empty
   * when the segment could not be read.
   */
  readonly partBytes: Readonly<Record<string, number>>;
}

export interface IndexCheck {
  /** The generation of the commit; 0: there is none. */
  readonly generation: number;
  /** The data that the caller wrote with the commit. */
  readonly userData: Readonly<Record<string, string>>;
  readonly segmentCount: number;
  readonly docCount: number;
  readonly segments: readonly SegmentCheck[];
  /** Empty if the index is sound. At most `MAX_PROBLEMS` per segment. */
  readonly problems: readonly IndexProblem[];
}

/** More problems say nothing new, and a damaged file could have millions. */
const MAX_PROBLEMS = 100;
const READ_BYTES = 1024 * 1024;

export function checkIndex(directory: Directory): IndexCheck {
  const problems: IndexProblem[] = [];
  const commit = attempt(
    () => readNewestCommit(directory),
    (problem) => {
      problems.push({ segment: undefined, problem });
    },
  );
  const segments = (commit?.segments ?? []).map((committed) => {
    const { found, partBytes } = checkSegment(directory, committed);
    for (const problem of found) problems.push({ segment: committed.name, problem });
    const { name, docCount, liveCount } = committed;
    return { name, docCount: liveCount, deletedCount: docCount - liveCount, partBytes };
  });
  const docCount = segments.reduce((sum, segment) => sum + segment.docCount, 0);
  const generation = commit?.generation ?? 0;
  const userData = commit?.userData ?? {};
  return { generation, userData, segmentCount: segments.length, docCount, segments, problems };
}

function checkSegment(
  directory: Directory,
  committed: CommittedSegment,
): { readonly found: readonly string[]; readonly partBytes: Record<string, number> } {
  const problems: string[] = [];
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const segment = attempt(() => openSegment(directory, committed), report);
  if (segment === undefined) return { found: problems, partBytes: {} };
  attempt(() => checkSource(directory, segment, report), report);
  attempt(() => checkFields(segment, report), report);
  return { found: problems, partBytes: partBytesOf(segment.file) };
}

function openSegment(directory: Directory, committed: CommittedSegment): Segment {
  const state = recoverSegment(directory, committed);
  const name = `${committed.name}.seg`;
  const file = openSegmentHead(readSegmentHead(directory, name), name);
  const places = OwnPlaces.ofFile({ directory, file: name }, file.parts);
  return Segment.open(file, state, { places, directory });
}

function partBytesOf(file: SegmentFile): Record<string, number> {
  const names = new Map<number, string>(Object.entries(PART).map(([name, code]) => [code, name]));
  const bytes: Record<string, number> = { source: expectedSource(file).length };
  const count = (name: string, { sections }: FilePart) => {
    bytes[name] = sections.reduce((sum, { length }) => sum + length, bytes[name] ?? 0);
  };
  count('stored', file.stored);
  for (const { parts } of file.fields.values()) {
    for (const [code, part] of parts) count(names.get(code) ?? String(code), part);
  }
  return bytes;
}

function checkSource(
  directory: Directory,
  segment: Segment,
  report: (problem: string) => void,
): void {
  const file = `${segment.name}.src`;
  const { length, checksum } = expectedSource(segment.file);
  let actual = 0;
  for (let offset = 0; offset < length; offset += READ_BYTES) {
    const piece = new Uint8Array(Math.min(READ_BYTES, length - offset));
    directory.readInto(file, offset, piece);
    actual = crc32(piece, actual);
  }
  if (actual !== checksum) report(`checksum of the whole file failed (resource=${file})`);
  const stored = segment.storedFields;
  for (let block = 0; block < stored.blockCount; block++) {
    attempt(() => stored.loadBlock(block), report);
  }
  for (let doc = 0; doc < segment.maxDoc; doc++) attempt(() => stored.read(doc), report);
}

/** Damage may cause any error in the reading code; all of them are reported as findings. */
function attempt<T>(run: () => T, report: (problem: string) => void): T | undefined {
  try {
    return run();
  } catch (error) {
    report(error instanceof ApiError ? error.reason : String(error));
    return undefined;
  }
}
