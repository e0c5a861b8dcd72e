/** Tests problems that damaged bytes do not bring about: the parts contradict each other. */
import type { Segment } from '../codec/v1/segment.js';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import { fullSample, toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { checkFields } from './check_fields.js';

test('a document that is stored with an id which the index does not have is a problem', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 40; i++) writer.addDocument(toIndexable(fullSample(i), i));
  writer.refresh();
  const [segment] = openSegments(writer.snapshot(), directory) as Segment[];
  const problems: string[] = [];
  const check = () => checkFields(segment, (problem) => problems.push(problem));
  check();
  expect(problems).toEqual([]);
  const { stored } = segment;
  jest.spyOn(segment, 'stored').mockImplementation((doc) => ({
    ...stored.call(segment, doc),
    ...(doc === 33 && { id: 'x' }),
  }));
  check();
  expect(problems).toEqual(['document [33] is stored with id [x], which the index does not have']);
});
