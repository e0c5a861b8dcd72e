/** For tests: the segment of documents that have a body and a title. */
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import { EMPTY_SAMPLE, toIndexable } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';

export type BodyAndTitle = readonly [body: string, title: string];

export function segmentsOf(docs: readonly BodyAndTitle[]): readonly SegmentReader[] {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  docs.forEach(([body, title], i) => {
    const texts = { body: [body], title: [title] };
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: String(i), ...texts }, i));
  });
  writer.refresh();
  return openSegments(writer.snapshot(), directory);
}
