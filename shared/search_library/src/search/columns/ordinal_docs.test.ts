import fc from 'fast-check';
import { NO_MORE_DOCS, type OrdinalColumn } from '../../index/segment_reader.js';
import { docsOfOrdinals } from './ordinal_docs.js';

const CARDINALITY = 40;

type Slots = Uint8Array | Uint16Array | Uint32Array;

function columnOf(docs: readonly (readonly number[])[], slots: Slots | undefined): OrdinalColumn {
  const of = (doc: number): readonly number[] => docs[doc] ?? [];
  return {
    cardinality: CARDINALITY,
    slots,
    has: (doc) => of(doc).length > 0,
    valueCount: (doc) => of(doc).length,
    ordinal: (doc, i) => of(doc)[i] ?? 0,
    term: () => new Uint8Array(),
    find: () => -1,
  };
}

const ordinal = fc.nat(CARDINALITY - 1);
const distinct = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
const ordinals = fc.array(ordinal, { maxLength: 12 }).map(distinct);
/** More documents than one window has. */
const single = fc.array(fc.option(ordinal), { minLength: 1, maxLength: 9000, size: 'max' });
const width = fc.constantFrom(Uint8Array, Uint16Array, Uint32Array);

function allDocs(column: OrdinalColumn, wanted: readonly number[], maxDoc: number): number[] {
  const docs = docsOfOrdinals(column, wanted, maxDoc)?.docs(Number.POSITIVE_INFINITY);
  const found: number[] = [];
  if (docs === undefined) return found;
  for (let doc = docs.nextDoc(); doc !== NO_MORE_DOCS; doc = docs.nextDoc()) found.push(doc);
  return found;
}

const expectedDocs = (docs: readonly (readonly number[])[], wanted: readonly number[]): number[] =>
  docs.flatMap((values, doc) => (values.some((value) => wanted.includes(value)) ? [doc] : []));

test('documents with one value are found and filtered by their slots', () => {
  fc.assert(
    fc.property(single, width, ordinals, (values, Slots, wanted) => {
      const docs = values.map((value) => (value === null ? [] : [value]));
      const slots = new Slots(values.map((value) => (value === null ? 0 : value + 1)));
      const column = columnOf(docs, slots);
      const expected = expectedDocs(docs, wanted);
      expect(allDocs(column, wanted, docs.length)).toEqual(expected);
      const filter = docsOfOrdinals(column, wanted, docs.length)?.filter;
      if (filter === undefined) return;
      const batch = Uint32Array.from(docs.keys());
      expect([...batch.subarray(0, filter.keep(batch, batch.length))]).toEqual(expected);
      expect([...docs.keys()].filter((doc) => filter.has(doc))).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test('documents with several values are found by any of them', () => {
  const several = fc.array(ordinals, { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(several, ordinals, (docs, wanted) => {
      const found = allDocs(columnOf(docs, undefined), wanted, docs.length);
      expect(found).toEqual(expectedDocs(docs, wanted));
    }),
  );
});
