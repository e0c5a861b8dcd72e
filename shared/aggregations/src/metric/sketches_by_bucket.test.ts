/** Adds the terms of a segment to sketches, in one bucket and in many, hashed now or before. */
import type { OrdinalColumn, SegmentReader } from '@skein/search_library';
import fc from 'fast-check';
import { distinctCount } from '../sketches/distinct_sketch.js';
import { readOrdinals } from '../values/read_ordinals.js';
import { KnownHashes, visitTermsOf } from '../values/term_hashes.js';
import type { SegmentTerms } from '../values/term_source.js';
import { Sketches, TermsByOwner, TermsOfAll } from './sketches_by_bucket.js';

const PRECISION = 14;
const BLOCK = 64;

function columnOf(slots: Uint8Array | Uint16Array | Uint32Array, cardinality: number) {
  const column: Partial<OrdinalColumn> = {
    cardinality,
    slots,
    term: (ordinal) => new TextEncoder().encode(`term ${ordinal}`),
  };
  return column as OrdinalColumn;
}

function termsOf(column: OrdinalColumn, reader: SegmentReader, known: KnownHashes): SegmentTerms {
  const { slots, cardinality } = column;
  return {
    read: readOrdinals(column),
    visit: (ids, visit) => visitTermsOf(column, ids, visit),
    column: slots && { slots, cardinality },
    hashes: (count) => known.of(reader, { field: 'f', column }, count),
  };
}

function sketchOf(met: TermsOfAll | TermsByOwner, terms: SegmentTerms, docs: readonly number[]) {
  const sketches = new Sketches(PRECISION);
  for (let from = 0; from < docs.length; from += BLOCK) {
    const block = Uint32Array.from(docs.slice(from, from + BLOCK));
    const owners = new Uint32Array(block.length);
    met.meet(terms, { count: block.length, docs: block, owners, scores: undefined });
  }
  met.hash(terms, sketches);
  return sketches.build(Uint32Array.of(0)).sketches[0];
}

const widths = [Uint8Array, Uint16Array, Uint32Array] as const;

test('one bucket counts as many buckets do, whether hashes are known or not', () => {
  const given = fc.record({
    width: fc.constantFrom(...widths),
    values: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 400 }),
    cardinality: fc.constantFrom(201, 70_000),
  });
  fc.assert(
    fc.property(given, fc.infiniteStream(fc.boolean()), ({ width, values, cardinality }, taken) => {
      const column = columnOf(width.from(values), cardinality);
      const docs = values.map((_, doc) => doc).filter(() => taken.next().value);
      const terms = termsOf(column, {} as SegmentReader, new KnownHashes(1 << 20));
      const one = new TermsOfAll();
      const many = new TermsByOwner();
      const distinct = new Set(docs.map((doc) => values[doc]).filter((slot) => slot !== 0));
      for (let search = 0; search < 4; search++) {
        const found = sketchOf(one, terms, docs);
        const other = sketchOf(many, terms, docs);
        expect(found && distinctCount(found)).toBe(distinct.size);
        expect(other && distinctCount(other)).toBe(distinct.size);
        expect(hashesIn(found)).toEqual(hashesIn(other));
      }
    }),
  );
});

function hashesIn(sketch: ReturnType<typeof sketchOf>): readonly number[] {
  return sketch?.kind === 'sparse' ? [...sketch.hashes].sort() : [...(sketch?.registers ?? [])];
}

test('registers are the same when it is known beforehand that there will be many values', () => {
  const cardinality = 6000;
  const slots = Uint16Array.from({ length: cardinality }, (_, doc) => doc + 1);
  const docs = [...slots.keys()];
  for (const count of [3072, 3073, 3300, 3500, 6000]) {
    const terms = termsOf(columnOf(slots, cardinality), {} as SegmentReader, new KnownHashes(0));
    const taken = docs.slice(0, count);
    const found = sketchOf(new TermsOfAll(), terms, taken);
    const other = sketchOf(new TermsByOwner(), terms, taken);
    expect(found?.kind).toBe(other?.kind);
    expect(hashesIn(found)).toEqual(hashesIn(other));
  }
});
