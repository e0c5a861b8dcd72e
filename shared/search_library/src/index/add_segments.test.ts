import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { FieldSpec } from '../document/field_spec.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { readNewestCommit } from './commit_point.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import { NO_MORE_DOCS, type SegmentReader } from './segment_reader.js';
import { fieldSpec } from './testing/field_spec.js';

const TERM = fieldSpec('word', { postings: 'docs' });
const ROUTING: FieldSpec = { ...TERM, name: '_routing' };

interface Sample {
  readonly id: string;
  readonly routing: string | undefined;
  readonly nested: number;
}

function document({ id, routing, nested }: Sample): IndexableDocument {
  const word = { kind: 'term', spec: TERM, value: utf8(`w${id}`) } as const;
  const routed =
    routing === undefined ? [] : [{ kind: 'term', spec: ROUTING, value: utf8(routing) } as const];
  return {
    stored: { id, routing, source: utf8(id), fields: undefined },
    fields: [word, ...routed],
    nested: Array.from({ length: nested }, () => ({ path: 'in', fields: [word] })),
    version: 1,
    seqNo: 0,
    primaryTerm: 1,
  };
}

/**
 * Builds an index with one segment for each list of documents, then deletes the documents in
 * `deleted`.
 */
function filled(segments: readonly (readonly Sample[])[], deleted: readonly string[]) {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (const samples of segments) {
    for (const sample of samples) writer.replaceDocument(document(sample));
    writer.refresh();
  }
  for (const id of deleted) writer.deleteDocuments(id);
  writer.commit({});
  writer.close();
  return directory;
}

function join(sources: readonly MemoryDirectory[]): [MemoryDirectory, IndexWriter] {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (const source of sources) {
    const commit = readNewestCommit(source);
    if (commit !== undefined) writer.addSegments(source, commit);
  }
  return [directory, writer];
}

/** Live documents as `id/routing`, each with its nested documents. */
function dump(segments: readonly SegmentReader[]): string[] {
  return segments
    .flatMap((segment) => {
      const terms = segment.terms('word');
      const found: string[] = [];
      for (let ordinal = 0; ordinal < (terms?.size ?? 0); ordinal++) {
        const postings = terms?.postings(ordinal, 'docs');
        let last = -1;
        let count = 0;
        for (let doc = postings?.nextDoc() ?? NO_MORE_DOCS; doc !== NO_MORE_DOCS; ) {
          const live = segment.liveDocs;
          if (live === null || (live[doc >>> 5] ?? 0) & (1 << (doc & 31))) {
            last = doc;
            count++;
          }
          doc = postings?.nextDoc() ?? NO_MORE_DOCS;
        }
        if (last < 0) continue;
        const { id, routing } = segment.stored(last);
        found.push(`${id}/${routing ?? ''}+${count - 1}`);
      }
      return found;
    })
    .sort();
}

const label = ({ id, routing, nested }: Sample) => `${id}/${routing ?? ''}+${nested}`;

const sample = (shard: number) =>
  fc.record({
    id: fc.nat(30).map((n) => `${shard}-${n}`),
    routing: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    nested: fc.nat(2),
  });
const shard = (at: number) =>
  fc.record({
    segments: fc.array(fc.array(sample(at), { minLength: 1, maxLength: 8 }), { maxLength: 4 }),
    deleted: fc.array(
      fc.nat(30).map((n) => `${at}-${n}`),
      { maxLength: 6 },
    ),
  });

function model(shards: readonly { segments: Sample[][]; deleted: string[] }[]): Sample[] {
  return shards.flatMap(({ segments, deleted }) => {
    const byId = new Map(segments.flat().map((each) => [each.id, each]));
    for (const id of deleted) byId.delete(id);
    return [...byId.values()];
  });
}

test('an index of the segments of others has their live documents, also when it is opened again without them', () => {
  fc.assert(
    fc.property(fc.tuple(shard(0), shard(1), shard(2)), (shards) => {
      const sources = shards.map(({ segments, deleted }) => filled(segments, deleted));
      const before = sources.map((source) => source.list());
      const [directory, writer] = join(sources);
      writer.refresh();
      const expected = model(shards).map(label).sort();
      expect(dump(openSegments(writer.snapshot(), directory))).toEqual(expected);
      writer.commit({ joined: 'yes' });
      writer.close();
      expect(sources.map((source) => source.list())).toEqual(before);
      const survivor = directory.afterCrash('drop', 'durable');
      const again = IndexWriter.open(survivor);
      expect(dump(openSegments(again.snapshot(), survivor))).toEqual(expected);
      again.forceMerge(1, false);
      again.refresh();
      expect(dump(openSegments(again.snapshot(), survivor))).toEqual(expected);
      again.close();
    }),
    { numRuns: 40 },
  );
});

test('documents that are not to stay leave with those nested in them', () => {
  fc.assert(
    fc.property(shard(0), fc.nat(3), (one, kept) => {
      const [directory, writer] = join([filled(one.segments, one.deleted)]);
      const stays = (id: string, routing: string | undefined) =>
        (routing ?? id).charCodeAt((routing ?? id).length - 1) % 4 === kept;
      writer.retainDocuments(stays, '_routing');
      writer.refresh();
      const expected = model([one])
        .filter(({ id, routing }) => stays(id, routing))
        .map(label);
      expect(dump(openSegments(writer.snapshot(), directory))).toEqual(expected.sort());
      writer.close();
    }),
  );
});

test('names of segments that are taken get others, and the files say so', () => {
  const one = filled([[{ id: '0-1', routing: undefined, nested: 0 }]], []);
  const two = filled([[{ id: '1-1', routing: 'a', nested: 1 }]], []);
  const [directory, writer] = join([one, two]);
  expect(directory.list()).toEqual(['_0.seg', '_0.src', '_1.seg', '_1.src']);
  writer.commit({});
  writer.close();
  expect(() => IndexWriter.open(directory).close()).not.toThrow();
});

test('a damaged file is not taken over under another name', () => {
  const one = filled([[{ id: '0-1', routing: undefined, nested: 0 }]], []);
  const two = filled([[{ id: '1-1', routing: 'a', nested: 1 }]], []);
  const bytes = new Uint8Array(two.length('_0.seg'));
  two.readInto('_0.seg', 0, bytes);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  two.writeFile('_0.seg', bytes);
  expect(() => join([one, two])).toThrow(/checksum failed/);
});
