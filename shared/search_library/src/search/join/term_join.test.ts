/** Compares joins on a shared term with a naive scan, in segments with deleted documents. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { FieldSpec } from '../../document/field_spec.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import { boostQuery } from '../queries/boost.js';
import { constantScoreQuery } from '../queries/constant_score.js';
import { functionScoreQuery } from '../queries/function_score.js';
import { termQuery } from '../queries/term.js';
import type { JoinScoreMode } from './block_join.js';
import { termJoinQuery } from './term_join.js';

const keyword = (name: string): FieldSpec => ({
  name,
  postings: 'docs',
  norms: false,
  column: 'ordinal',
  points: false,
});
const [FAMILY, KIND] = [keyword('family'), keyword('kind')];

const person = fc.record({
  family: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('parent', 'child'),
  endsSegment: fc.boolean(),
  isDeleted: fc.boolean(),
});

test('documents are found by how many of the others share their term', () => {
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('sum', 'max', 'none'),
      (people, minCount, scoreMode) => {
        const directory = new MemoryDirectory();
        const writer = IndexWriter.open(directory);
        people.forEach(({ family, kind, endsSegment }, i) => {
          const stored = {
            id: String(i),
            routing: undefined,
            source: undefined,
            fields: undefined,
          };
          const fields = [
            { kind: 'term', spec: FAMILY, value: family } as const,
            { kind: 'term', spec: KIND, value: kind } as const,
          ];
          writer.addDocument({ stored, fields, version: 1, seqNo: i, primaryTerm: 1 });
          if (endsSegment) writer.refresh();
        });
        people.forEach(({ isDeleted }, i) => {
          if (isDeleted) writer.deleteDocuments(String(i));
        });
        writer.refresh();
        const searcher = createSearcher(openSegments(writer.snapshot(), directory));
        const query = termJoinQuery({
          field: 'family',
          from: boostQuery(constantScoreQuery(termQuery('kind', utf8('child'))), 2),
          to: termQuery('kind', utf8('parent')),
          scoreMode,
          minCount,
          maxCount: Number.POSITIVE_INFINITY,
        });
        const { hits } = searcher.topDocs(query, { size: 100, totalHitsThreshold: 100 });
        const found = hits.map(({ doc, score }) => {
          const place = searcher.locate(doc);
          return `${place.segment.stored(place.doc).id}:${score}`;
        });
        const live = people
          .map((each, i) => ({ ...each, id: i }))
          .filter((each) => !each.isDeleted);
        const expected = live.flatMap(({ kind, family, id }) => {
          const children = live.filter((one) => one.kind === 'child' && one.family === family);
          if (kind !== 'parent' || children.length < minCount) return [];
          return [`${id}:${{ sum: 2 * children.length, max: 2, none: 1 }[scoreMode]}`];
        });
        expect(found.sort()).toEqual(expected.sort());
      },
    ),
  );
});

test.each<[JoinScoreMode, number]>([
  ['max', 30],
  ['sum', 45],
  ['avg', 22.5],
  ['none', 3],
])('the boost multiplies the joined scores, however they were made: %s', (scoreMode, expected) => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  ['parent', 'child', 'child'].forEach((kind, i) => {
    const stored = { id: String(i), routing: undefined, source: undefined, fields: undefined };
    const fields = [
      { kind: 'term', spec: FAMILY, value: 'a' } as const,
      { kind: 'term', spec: KIND, value: kind } as const,
    ];
    writer.addDocument({ stored, fields, version: 1, seqNo: i, primaryTerm: 1 });
    writer.refresh();
  });
  const searcher = createSearcher(openSegments(writer.snapshot(), directory));
  const byNumber = { segment: (_reader: unknown, base: number) => () => 5 * base };
  const from = functionScoreQuery(termQuery('kind', utf8('child')), [{ function: byNumber }], {
    scoreMode: 'first',
    boostMode: 'replace',
    maxBoost: 1e9,
    minScore: undefined,
  });
  const to = termQuery('kind', utf8('parent'));
  const join = { field: 'family', from, to, scoreMode, minCount: 1, maxCount: 9 };
  const boosted = boostQuery(termJoinQuery(join), 3);
  const { hits } = searcher.topDocs(boosted, { size: 1, totalHitsThreshold: 1 });
  expect(hits.map(({ score }) => score)).toEqual([expected]);
});
