/** Reads from a segment's files which of its documents are live. */
import { clearBit, countBits } from '../codec/bit_set.js';
import { corruptIndex } from '../codec/corrupt_index.js';
import { openSegmentHead, readSegmentHead } from '../codec/v1/segment_file.js';
import { applyLiveFile } from '../codec/v1/soft_deletes_update.js';
import { SOFT_DELETES_FIELD } from '../document/indexable_document.js';
import { type LiveBits, wordsOfLive } from '../memory/live_bits.js';
import type { Directory } from '../store/directory.js';
import { type CommittedSegment, liveDocsFileName } from './commit_point.js';
import { openAlone } from './open_segments.js';
import { type LivenessState, liveBesides } from './segment_liveness.js';
import { softDeletesOf } from './soft_deletes.js';

const NO_DOCS = new Uint32Array(0);

/** Applies first the deletions that the segment itself marks, then those of its `.liv` files. */
export function readLiveness(directory: Directory, committed: CommittedSegment): LivenessState {
  const { name, docCount, liveCount, liveGenerations } = committed;
  const marked = markedDocs(directory, name);
  const isWhole = marked === null && liveGenerations.length === 0;
  const liveDocs = isWhole ? null : liveBesides(marked, docCount);
  const liveFiles = liveGenerations.map((generation) => {
    const file = liveDocsFileName(name, generation);
    const bytes = readWhole(directory, file);
    if (liveDocs !== null) applyLiveFile(wordsOfLive(liveDocs), bytes, { docCount, file });
    return { generation, sizeBytes: bytes.length };
  });
  if (liveCountOf(liveDocs, docCount) !== liveCount) {
    throw corruptIndex('live documents do not add up', `${name}.seg`);
  }
  return { liveDocs, liveCount, liveFiles, unwritten: NO_DOCS };
}

/**
 * The liveness of a segment in no commit. The documents in `unwritten` were deleted since its file
 * was begun.
 */
export function newLiveness(
  directory: Directory,
  name: string,
  unwritten: Uint32Array = NO_DOCS,
): LivenessState & { readonly docCount: number } {
  const file = `${name}.seg`;
  const { docCount } = openSegmentHead(readSegmentHead(directory, file), file);
  const marked = markedDocs(directory, name);
  const isWhole = marked === null && unwritten.length === 0;
  const liveDocs = isWhole ? null : liveBesides(marked, docCount);
  if (liveDocs !== null) for (const doc of unwritten) clearBit(wordsOfLive(liveDocs), doc);
  const liveCount = liveCountOf(liveDocs, docCount);
  return { docCount, liveDocs, liveCount, liveFiles: [], unwritten };
}

/** The documents that the file of a segment marks as deleted; `null`: none. */
export function markedDocs(directory: Directory, name: string): Uint32Array | null {
  const file = `${name}.seg`;
  const opened = openSegmentHead(readSegmentHead(directory, file), file);
  if (!opened.fields.has(SOFT_DELETES_FIELD)) return null;
  return softDeletesOf(openAlone(opened, directory));
}

function liveCountOf(liveDocs: LiveBits | null, docCount: number): number {
  return liveDocs === null ? docCount : countBits(wordsOfLive(liveDocs));
}

function readWhole(directory: Directory, file: string): Uint8Array {
  if (!directory.exists(file)) throw corruptIndex('file is missing', file);
  const bytes = new Uint8Array(directory.length(file));
  directory.readInto(file, 0, bytes);
  return bytes;
}
