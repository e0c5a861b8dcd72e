/**
 * Links a segment of another index into this one. The files are the same, except for the name in
 * one of them.
 */
import { ChecksummedOutput } from '../codec/file_output.js';
import { renameSegment } from '../codec/v1/rename_segment.js';
import { wordsOfLive } from '../memory/live_bits.js';
import type { Directory } from '../store/directory.js';
import type { CommittedSegment } from './commit_point.js';
import { markedDocs, readLiveness } from './read_liveness.js';
import { deletedBesides } from './segment_liveness.js';
import type { NewWriterSegment } from './writer_segment.js';

/** Links both files of a segment, which are not durable yet when this returns. */
export function linkSegment(
  source: Directory,
  committed: CommittedSegment,
  target: Directory,
  name: string,
): NewWriterSegment {
  const from = committed.name;
  if (name === from) target.link(source, `${from}.seg`, `${name}.seg`);
  else {
    const file = target.openAppend(`${name}.seg`);
    try {
      const output = new ChecksummedOutput(file);
      renameSegment(source, `${from}.seg`, name, output);
      output.flush();
    } finally {
      file.close();
    }
  }
  target.link(source, `${from}.src`, `${name}.src`);
  const { docCount } = committed;
  const { liveDocs, liveCount } = readLiveness(source, committed);
  const live = liveDocs && wordsOfLive(liveDocs);
  const unwritten = deletedBesides(markedDocs(source, from), live, docCount);
  return { name, docCount, liveCount, liveDocs, liveFiles: [], unwritten, committed: false };
}
