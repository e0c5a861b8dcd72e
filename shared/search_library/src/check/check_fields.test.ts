/** Tests problems that damaged bytes do not bring about: the parts contradict each other. */
import type { Segment } from '../codec/v1/segment.js';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import { fullSample, toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { checkFields } from './check_fields.js';

function fullSegment(): Segment {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 40; i++) writer.addDocument(toIndexable(fullSample(i), i));
  writer.refresh();
  const [segment] = openSegments(writer.snapshot(), directory) as Segment[];
  return segment;
}

test('a document that is stored with an id which the index does not have is a problem', () => {
  const segment = fullSegment();
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

test('a point that the tree lacks is a problem', () => {
  const segment = fullSegment();
  const column = segment.geo('place');
  const places = column?.places;
  if (column === undefined || places === undefined) throw new Error('the sample has places');
  const { count, leaves, branches } = places.tree;
  const tree = {
    count: count - 1,
    leaves,
    branches,
    valueAt: (i: number) => places.tree.valueAt(i),
  };
  jest.spyOn(segment, 'geo').mockReturnValue({
    places: { ...places, tree, docOf: (value) => places.docOf(value) },
    has: (doc) => column.has(doc),
    valueCount: (doc) => column.valueCount(doc),
    lat: (doc, i) => column.lat(doc, i),
    lon: (doc, i) => column.lon(doc, i),
  });
  const problems: string[] = [];
  checkFields(segment, (problem) => problems.push(problem));
  expect(problems).toContainEqual(
    expect.stringContaining(`the tree has [${count - 1}] of [${count}] points`),
  );
});
