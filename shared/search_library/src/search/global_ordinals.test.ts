/** Compares the common numbering of the terms of several columns with a sorted list. */
import fc from 'fast-check';
import type { GlobalNumbers, OrdinalColumn, SegmentReader } from '../index/segment_reader.js';
import { globalOrdinals } from './global_ordinals.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const asText = (term: Uint8Array): string => String.fromCharCode(...term);

function columnOf(texts: readonly string[], isOneByOne: boolean): OrdinalColumn {
  const terms = [...new Set(texts)].map((text) => asText(bytes(text))).sort();
  const read = (ordinal: number) => Uint8Array.from(terms[ordinal], (unit) => unit.charCodeAt(0));
  return {
    cardinality: terms.length,
    term: read,
    ...(!isOneByOne && {
      visitTerms: (ordinals: Uint32Array, visit: (bytes: Uint8Array, length: number) => void) => {
        for (const ordinal of ordinals) {
          const term = read(ordinal);
          const longer = new Uint8Array(term.length + 3).fill(99);
          longer.set(term);
          visit(longer, term.length);
        }
      },
    }),
  } as unknown as OrdinalColumn;
}

function segmentOf(name: string, column: OrdinalColumn | undefined): SegmentReader {
  let kept: { readonly of: string; readonly numbers: GlobalNumbers } | undefined;
  return {
    name,
    ordinals: () => column,
    globalNumbers: (_field: string, of: object) =>
      kept?.of === JSON.stringify(of) ? kept.numbers : undefined,
    keepGlobalNumbers: (_field: string, of: object, make: () => GlobalNumbers) => {
      kept = { of: JSON.stringify(of), numbers: make() };
    },
  } as unknown as SegmentReader;
}

const text = fc.oneof(
  fc.constantFrom('', 'a', 'a\u0000', 'abcdef', 'abcdefg', 'abcdefh', 'b'),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 9 }),
);
const dictionaries = fc.array(fc.option(fc.array(text, { maxLength: 30 })), { maxLength: 5 });

test('each term has the place it has among all', () => {
  fc.assert(
    fc.property(dictionaries, fc.boolean(), (all, isOneByOne) => {
      const columns = all.map((texts) =>
        texts === null ? undefined : columnOf(texts, isOneByOne),
      );
      const segments = columns.map((column, i) => segmentOf(`_${i}`, column));
      const expected = [...new Set(columns.flatMap((column) => termsOf(column)))].sort();
      expect(globalOrdinals('f', segments, false)).toBeUndefined();
      const made = globalOrdinals('f', segments, true);
      if (columns.every((column) => column === undefined)) return;
      expect(made?.cardinality).toBe(expected.length);
      columns.forEach((column, i) => {
        const numbers = made?.numbers[i];
        expect(numbers && [...numbers]).toEqual(
          column && termsOf(column).map((term) => expected.indexOf(term)),
        );
      });
      expect(globalOrdinals('f', segments, false)).toEqual(made);
    }),
  );
});

function termsOf(column: OrdinalColumn | undefined): string[] {
  return Array.from({ length: column?.cardinality ?? 0 }, (_, i) =>
    asText((column as OrdinalColumn).term(i)),
  );
}

test('more terms than are read at once, in columns that end before others', () => {
  const numbered = (from: number, step: number, count: number): string[] =>
    Array.from({ length: count }, (_, i) => String(from + step * i).padStart(7, '0'));
  const columns = [numbered(0, 2, 3000), numbered(0, 3, 1025), numbered(5, 1, 512)].map((texts) =>
    columnOf(texts, false),
  );
  const segments = columns.map((column, i) => segmentOf(`_${i}`, column));
  const made = globalOrdinals('f', segments, true);
  const expected = [...new Set(columns.flatMap((column) => termsOf(column)))].sort();
  expect(made?.cardinality).toBe(expected.length);
  columns.forEach((column, i) => {
    expect([...(made?.numbers[i] ?? [])]).toEqual(
      termsOf(column).map((term) => expected.indexOf(term)),
    );
  });
});

test('numbers among other segments are none of these', () => {
  const columns = [columnOf(['a', 'c'], false), columnOf(['b'], false), columnOf(['d'], false)];
  const [first, second, third] = columns.map((column, i) => segmentOf(`_${i}`, column));
  expect(globalOrdinals('f', [first, second], true)?.numbers).toEqual([
    Uint32Array.of(0, 2),
    Uint32Array.of(1),
  ]);
  expect(globalOrdinals('f', [first, third], false)).toBeUndefined();
  expect(globalOrdinals('f', [first, second], false)?.cardinality).toBe(3);
  expect(globalOrdinals('f', [first, third], true)?.numbers[0]).toEqual(Uint32Array.of(0, 1));
  expect(globalOrdinals('f', [first, second], false)).toBeUndefined();
});
