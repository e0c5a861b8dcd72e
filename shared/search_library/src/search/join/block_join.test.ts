/** Compares blocks with a naive scan: random nested documents, updated, deleted and merged. */

import { utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import type { FieldSpec } from '../../document/field_spec.js';
import type { NestedDocument } from '../../document/indexable_document.js';
import type { IndexSort } from '../../index/index_sort.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { disorder } from '../../index/testing/disorder.js';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import type { IndexSearcher } from '../index_searcher.js';
import { boostQuery } from '../queries/boost.js';
import { constantScoreQuery } from '../queries/constant_score.js';
import { matchAllQuery } from '../queries/match_all.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import type { SortField } from '../results.js';
import { atLevelQuery } from './at_level.js';
import { blockJoinQuery, type JoinScoreMode } from './block_join.js';
import { inBlockQuery, nestedOffsets } from './in_block.js';
import { nestedDocs } from './nested_docs.js';

const TAG = fieldSpec('tag', { postings: 'docs', column: 'ordinal' });
const NUMBER = fieldSpec('n', { column: 'long', points: true });

const NAME: FieldSpec = { ...TAG, name: 'name' };

interface Item {
  readonly tag: string;
  readonly n: number;
  readonly inner: readonly string[];
}

interface Doc {
  readonly id: string;
  readonly tag: string;
  readonly items: readonly Item[];
}

const tag = fc.constantFrom('a', 'b', 'c');
const item = fc.record({
  tag,
  n: fc.integer({ min: -3, max: 3 }),
  inner: fc.array(tag, { maxLength: 2 }),
});
const operation = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'delete', 'refresh', 'merge'),
  doc: fc.record({
    id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    tag,
    items: fc.array(item, { maxLength: 4 }),
  }),
});
const operations = fc.array(operation, { maxLength: 25 });
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never;

const nameOf = ({ n }: Item): string => `n${n + 3}`;
const term = (value: string) => ({ kind: 'term', spec: TAG, value }) as const;

function nestedOf({ items }: Doc): readonly NestedDocument[] {
  return items.flatMap((each) => [
    ...each.inner.map((value) => ({ path: 'items.inner', fields: [term(value)] })),
    {
      path: 'items',
      fields: [
        term(each.tag),
        { kind: 'number', spec: NUMBER, value: each.n } as const,
        { kind: 'term', spec: NAME, value: nameOf(each) } as const,
      ],
    },
  ]);
}

/** Sorts by the parents' tag; nested documents, which have tags too, stay with their parents. */
const BY_TAG: IndexSort = [
  { kind: 'ordinal', field: 'tag', reverse: true, mode: 'max', missing: 'last' },
];

function apply(
  all: Operation,
  sort: IndexSort = all.length % 2 === 0 ? [] : BY_TAG,
): { searcher: IndexSearcher; docs: Map<string, Doc> } {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, { sort });
  const docs = new Map<string, Doc>();
  let seqNo = 0;
  for (const { kind, doc } of all) {
    if (kind === 'refresh') writer.refresh();
    else if (kind === 'merge') writer.forceMerge(1, false);
    else if (kind === 'delete') {
      docs.delete(doc.id);
      writer.deleteDocuments(doc.id);
    } else {
      docs.set(doc.id, doc);
      const stored = { id: doc.id, routing: undefined, source: utf8(doc.id), fields: undefined };
      const nested = doc.items.length === 0 ? undefined : nestedOf(doc);
      const fields = [term(doc.tag)];
      writer.replaceDocument({
        stored,
        fields,
        nested,
        version: 1,
        seqNo: seqNo++,
        primaryTerm: 1,
      });
    }
  }
  writer.refresh();
  const segments = openSegments(writer.snapshot(), directory);
  expect(disorder(segments, sort)).toEqual([]);
  return { searcher: createSearcher(segments), docs };
}

function idsOf(searcher: IndexSearcher, query: Query): Map<string, number> {
  const { hits } = searcher.topDocs(query, { size: 100, totalHitsThreshold: 100 });
  return new Map(
    hits.map(({ doc, score }) => {
      const place = searcher.locate(doc);
      return [place.segment.stored(place.doc).id, score];
    }),
  );
}

const tagged = (value: string, score = 1): Query =>
  boostQuery(constantScoreQuery(termQuery('tag', utf8(value))), score);

test('whole documents are those with a source', () => {
  fc.assert(
    fc.property(operations, (all) => {
      const { searcher, docs } = apply(all);
      const found = idsOf(searcher, atLevelQuery(matchAllQuery(), undefined));
      expect([...found.keys()].sort()).toEqual([...docs.keys()].sort());
      const nested = [...docs.values()].flatMap(nestedOf).length;
      expect(searcher.count(matchAllQuery())).toBe(docs.size + nested);
    }),
  );
});

test.each<JoinScoreMode>(['avg', 'max', 'min', 'none', 'sum'])('joins score by %s', (scoreMode) => {
  fc.assert(
    fc.property(operations, (all) => {
      const { searcher, docs } = apply(all);
      const query = blockJoinQuery(tagged('a', 3), { path: 'items', parent: undefined, scoreMode });
      const expected = new Map<string, number>();
      for (const { id, items } of docs.values()) {
        const count = items.filter((each) => each.tag === 'a').length;
        if (count === 0) continue;
        expected.set(id, { avg: 3, max: 3, min: 3, none: 0, sum: 3 * count }[scoreMode]);
      }
      expect(new Map([...idsOf(searcher, query)].sort())).toEqual(new Map([...expected].sort()));
    }),
  );
});

test('joins of joins reach through levels, and no level sees the matches of another', () => {
  fc.assert(
    fc.property(operations, tag, (all, value) => {
      const { searcher, docs } = apply(all);
      const inner = blockJoinQuery(tagged(value), {
        path: 'items.inner',
        parent: 'items',
        scoreMode: 'sum',
      });
      const query = blockJoinQuery(inner, { path: 'items', parent: undefined, scoreMode: 'sum' });
      const found = idsOf(searcher, query);
      for (const { id, items } of docs.values()) {
        const count = items.flatMap((each) => each.inner).filter((each) => each === value).length;
        expect(found.get(id) ?? 0).toBe(count);
      }
    }),
  );
});

test('in a block: which nested documents match, and where they lie', () => {
  fc.assert(
    fc.property(operations, tag, (all, value) => {
      const { searcher, docs } = apply(all);
      for (const { doc } of rootsOf(searcher)) {
        const { segment, doc: local } = searcher.locate(doc);
        const place = { segment, doc: local, parent: undefined, path: 'items' };
        const query = inBlockQuery(tagged(value), place);
        const { hits } = searcher.topDocs(query, { size: 100, totalHitsThreshold: 100 });
        const offsets = hits.map((hit) =>
          nestedOffsets(segment, searcher.locate(hit.doc).doc, ['items']).join(),
        );
        const { items = [] } = docs.get(segment.stored(local).id) ?? {};
        const expected = items.flatMap((each, i) => (each.tag === value ? [String(i)] : []));
        expect(offsets).toEqual(expected);
      }
    }),
  );
});

/** The first keys of all documents, in the order of the sort by the nested documents with `a`. */
function nestedKeys(
  all: Operation,
  sort: Extract<SortField, { kind: 'number' | 'ordinal' }>,
): [unknown, readonly Item[]][] {
  const { searcher, docs } = apply(all);
  const options = { query: tagged('a'), path: 'items', parent: undefined };
  const nested = nestedDocs(searcher, { ...options, maxChildren: Number.POSITIVE_INFINITY });
  const found = searcher.topFieldDocs(atLevelQuery(matchAllQuery(), undefined), {
    size: 100,
    totalHitsThreshold: 100,
    trackScores: false,
    sort: [{ ...sort, nested }],
  });
  return found.hits.map(({ doc, sort: [key] }) => {
    const { segment, doc: local } = searcher.locate(doc);
    const { items = [] } = docs.get(segment.stored(local).id) ?? {};
    return [key, items.filter((each) => each.tag === 'a')];
  });
}

test('sorts by the numbers of nested documents', () => {
  fc.assert(
    fc.property(operations, (all) => {
      const sort = { field: 'n', integral: true, reverse: false, missing: 'last' } as const;
      const found = nestedKeys(all, { kind: 'number', mode: 'max', ...sort });
      for (const [key, items] of found) {
        expect(key).toBe(items.length === 0 ? null : Math.max(...items.map((each) => each.n)));
      }
      const values = found.map(([key]) => Number(key ?? 100));
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }),
  );
});

test.each(['min', 'max'] as const)('sorts by the %s of the terms of nested documents', (mode) => {
  fc.assert(
    fc.property(operations, (all) => {
      const sort = { field: 'name', reverse: false, missing: 'last' } as const;
      const found = nestedKeys(all, { kind: 'ordinal', mode, ...sort });
      const text = (key: unknown) => (key instanceof Uint8Array ? utf8Decode(key) : undefined);
      for (const [key, items] of found) {
        const names = items.map(nameOf).sort();
        expect(text(key)).toBe(names.at(mode === 'min' ? 0 : -1));
      }
      const values = found.map(([key]) => text(key) ?? 'z');
      expect(values).toEqual([...values].sort());
    }),
  );
});

function rootsOf(searcher: IndexSearcher) {
  const all = atLevelQuery(matchAllQuery(), undefined);
  return searcher.topDocs(all, { size: 100, totalHitsThreshold: 100 }).hits;
}
