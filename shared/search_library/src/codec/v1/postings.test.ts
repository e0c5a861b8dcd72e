import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { PostingsDetail } from '../../document/field_spec.js';
import { NO_MORE_DOCS, type PostingsIterator } from '../../index/segment_reader.js';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { GrowableBytes } from '../growable.js';
import { bitsNeeded, packLanes, unpackLanes } from './lane_packing.js';
import { packedPosition, packPositions } from './position_packing.js';
import { FieldTerms } from './postings_reader.js';
import { PostingsWriter } from './postings_writer.js';
import { PART } from './segment_file.js';
import { openPartOf } from './testing/open_part.js';

test('packed values come back at every width', () => {
  for (let bits = 0; bits <= 32; bits++) {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffffffff), { minLength: 128, maxLength: 128 }),
        fc.nat(60),
        (raw, offset) => {
          const mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
          const values = Uint32Array.from(raw, (value) => (bits === 0 ? 0 : (value & mask) >>> 0));
          const out = new GrowableBytes();
          for (let i = 0; i < offset; i++) out.varint(1);
          packLanes(values, bits, out);
          expect(out.length).toBe(offset + 16 * bits);
          expect(bitsNeeded(values)).toBeLessThanOrEqual(bits);
          const back = new Uint32Array(128);
          unpackLanes(new DataView(out.array.buffer), offset, bits, back);
          expect(back).toEqual(values);
          const apart = new GrowableBytes();
          packPositions(values, bits, apart);
          const read = values.map((_, i) => packedPosition(apart.view(), 0, bits, i));
          expect(read).toEqual(values);
        },
      ),
      { numRuns: 5 },
    );
  }
});

/** Documents of one term: ascending, in clumps and gaps, with ascending positions. */
const posting = fc.array(
  fc.record({
    gap: fc.oneof(
      fc.constant(1),
      fc.nat(3).map((n) => n + 1),
      fc.nat(5000).map((n) => n + 1),
    ),
    deltas: fc.array(fc.nat(300), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 700 },
);

interface Posting {
  readonly doc: number;
  readonly positions: number[];
}

function placed(raw: readonly { gap: number; deltas: readonly number[] }[]): Posting[] {
  let doc = -1;
  return raw.map(({ gap, deltas }) => {
    doc += gap;
    let position = 0;
    return {
      doc,
      positions: deltas.map((delta) => {
        position += delta;
        return position;
      }),
    };
  });
}

function write(terms: readonly Posting[][], detail: PostingsDetail, norms: Uint8Array | undefined) {
  const maxDoc = Math.max(...terms.flat().map(({ doc }) => doc)) + 1;
  const writer = new PostingsWriter({ detail, norms, maxDoc, hashed: true });
  terms.forEach((postings, i) => {
    writer.startTerm(utf8(`term-${String(i).padStart(3, '0')}`));
    for (const { doc, positions } of postings) {
      writer.addDoc(doc, positions.length);
      if (writer.hasPositions) for (const position of positions) writer.addPosition(position);
    }
    expect(writer.endTerm()).toBe(true);
  });
  const spec = fieldSpec('f', { postings: detail });
  const { part } = openPartOf({ docCount: maxDoc, fields: [{ spec, parts: writer.finish() }] });
  const { hasFreqs, hasPositions } = writer;
  return new FieldTerms(part('f', PART.terms), part('f', PART.postings), {
    hasFreqs,
    hasPositions,
    norms,
  });
}

const positionsOf = (postings: PostingsIterator, count: number) =>
  Array.from({ length: count }, () => postings.nextPosition());

test('lists of many blocks: next, advance, freqs, positions', () => {
  const moves = fc.array(fc.record({ skip: fc.nat(3000), read: fc.nat(3) }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(posting, { minLength: 1, maxLength: 4 }), moves, (raw, plan) => {
      const lists = raw.map(placed);
      const terms = write(lists, 'positions', undefined);
      lists.forEach((list, ordinal) => {
        const all = terms.postings(ordinal, 'positions');
        expect(all.docId()).toBe(-1);
        for (const { doc, positions } of list) {
          expect(all.nextDoc()).toBe(doc);
          expect(all.freq()).toBe(positions.length);
          expect(positionsOf(all, positions.length)).toEqual(positions);
        }
        expect(all.nextDoc()).toBe(NO_MORE_DOCS);
        expect(terms.docFreq(ordinal)).toBe(list.length);
        expect(terms.totalTermFreq(ordinal)).toBe(list.flatMap((p) => p.positions).length);

        const jumping = terms.postings(ordinal, 'positions');
        let current = -1;
        for (const { skip, read } of plan) {
          if (current === NO_MORE_DOCS) break;
          const expected = list.find(({ doc }) => doc >= current + 1 + skip);
          current = skip === 0 ? jumping.nextDoc() : jumping.advance(current + 1 + skip);
          expect(current).toBe(expected?.doc ?? NO_MORE_DOCS);
          expect(jumping.docId()).toBe(current);
          if (expected === undefined) continue;
          const count = Math.min(read, expected.positions.length);
          expect(positionsOf(jumping, count)).toEqual(expected.positions.slice(0, count));
          if (read % 2 === 0) expect(jumping.freq()).toBe(expected.positions.length);
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('impacts bound every document of their block', () => {
  fc.assert(
    fc.property(posting, fc.array(fc.nat(100_000), { maxLength: 20 }), (raw, targets) => {
      const list = placed(raw);
      const norms = Uint8Array.from({ length: 700 * 5001 }, (_, doc) => 1 + (doc % 251));
      const { impacts } = write([list], 'freqs', norms).postings(0, 'freqs');
      for (const target of targets) {
        impacts?.seekBlock(target);
        const upTo = impacts?.upTo() ?? -1;
        expect(upTo).toBeGreaterThanOrEqual(target);
        for (const { doc, positions } of list) {
          if (doc < target || doc > upTo) continue;
          expect(positions.length).toBeLessThanOrEqual(impacts?.maxFreq() ?? 0);
          expect(norms[doc]).toBeGreaterThanOrEqual(impacts?.minNorm() ?? 256);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('without frequencies each document counts once', () => {
  const terms = write(
    [
      placed([
        { gap: 3, deltas: [0, 1] },
        { gap: 1, deltas: [0, 0, 0] },
      ]),
    ],
    'docs',
    undefined,
  );
  expect([terms.docFreq(0), terms.totalTermFreq(0), terms.sumTotalTermFreq]).toEqual([2, 2, 2]);
  const postings = terms.postings(0, 'freqs');
  expect([postings.nextDoc(), postings.freq(), postings.nextDoc(), postings.freq()]).toEqual([
    2, 1, 3, 1,
  ]);
});

test('dictionary: find by hash, ceiling by order', () => {
  const count = 500;
  const terms = write(
    Array.from({ length: count }, (_, i) => [{ doc: i, positions: [0] }]),
    'docs',
    undefined,
  );
  for (let i = 0; i < count; i++) {
    const term = utf8(`term-${String(i).padStart(3, '0')}`);
    expect(terms.find(term)).toBe(i);
    expect(terms.term(i)).toEqual(new Uint8Array(term));
    expect(terms.postings(i, 'docs').advance(i)).toBe(i);
  }
  expect(terms.find(utf8('term-'))).toBe(-1);
  expect(terms.find(utf8('term-0010'))).toBe(-1);
  expect(terms.ceiling(utf8('term-0010'))).toBe(2);
  expect(terms.ceiling(utf8(''))).toBe(0);
  expect(terms.ceiling(utf8('u'))).toBe(count);
});
