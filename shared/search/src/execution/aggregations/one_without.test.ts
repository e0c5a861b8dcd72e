/** Terms of a segment in which one document has none, the first, the last or one between. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const DOCUMENTS = 600;

/** `few` has less than 255 terms, `many` more: their ordinals are kept in one byte and in two. */
function indexWithout(place: number): TestIndex {
  return new TestIndex({
    mapping: { properties: { few: { type: 'keyword' }, many: { type: 'keyword' } } },
    documents: Array.from({ length: DOCUMENTS }, (_, i) =>
      i === place ? {} : { few: `f${i % 3}`, many: `m${i % 290}` },
    ),
    segmentDocs: DOCUMENTS,
  });
}

function counted(
  index: TestIndex,
  aggs: JsonObject,
  query: JsonObject,
): Readonly<Record<string, Counted>> {
  const { aggregations } = index.answer({ size: 0, query, aggs }) as JsonObject;
  return JSON.parse(JSON.stringify(aggregations, (_key, value) => value?.value ?? value));
}

describe.each([0, 1, 300, DOCUMENTS - 1])('without a value in document %i', (place) => {
  const index = indexWithout(place);
  test.each(['few', 'many'])('%s', (field) => {
    const terms = { field, size: 1000 };
    const aggs: JsonObject = {
      terms: { terms },
      mapped: { terms: { ...terms, execution_hint: 'map' } },
      inner: { terms, aggs: { count: { value_count: { field } } } },
      distinct: { cardinality: { field } },
      count: { value_count: { field } },
      none: { missing: { field } },
      pages: { composite: { size: 1000, sources: [{ k: { terms: { field } } }] } },
    };
    for (const query of [{ match_all: {} }, { bool: { must: [{ exists: { field: '_id' } }] } }]) {
      const found = counted(index, aggs, query);
      const distinct = field === 'few' ? 3 : 290;
      expect([found.distinct, found.count, found.none]).toEqual([
        distinct,
        DOCUMENTS - 1,
        { doc_count: 1 },
      ]);
      for (const name of ['terms', 'mapped', 'inner', 'pages']) {
        const counts = found[name]?.buckets.map(({ doc_count }) => doc_count) ?? [];
        const sum = counts.reduce((total, count) => total + count, 0);
        expect([name, counts.length, sum]).toEqual([name, distinct, DOCUMENTS - 1]);
      }
    }
  });
});

interface Counted {
  readonly buckets: readonly { readonly doc_count: number }[];
}
