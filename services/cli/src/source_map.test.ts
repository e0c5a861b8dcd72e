import fc from 'fast-check';
import { findPlace, type Place } from './source_map.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function encode(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += LETTERS[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

interface Segment {
  readonly at: number;
  /** Absent for generated text that belongs to no source. */
  readonly place: (Place & { readonly name: number | undefined }) | undefined;
}

function mappingsOf(lines: readonly (readonly Segment[])[]): string {
  let last = { source: 0, line: 0, column: 0, name: 0 };
  return lines
    .map((segments) => {
      let lastAt = 0;
      return segments
        .map(({ at, place }) => {
          const column = encode(at - lastAt);
          lastAt = at;
          if (place === undefined) return column;
          const steps = [place.source - last.source, place.line - last.line];
          const name = place.name === undefined ? [] : [place.name - last.name];
          const numbers = [...steps, place.column - last.column, ...name];
          last = { ...place, name: place.name ?? last.name };
          return column + numbers.map(encode).join('');
        })
        .join(',');
    })
    .join(';');
}

const number = fc.nat({ max: 100_000 });
const place = fc.record({
  source: fc.nat({ max: 3000 }),
  line: number,
  column: number,
  name: fc.option(number, { nil: undefined }),
});
const segment = fc.record({
  at: number,
  place: fc.option(place, { nil: undefined, freq: 5 }),
});
const line = fc
  .uniqueArray(segment, { selector: ({ at }) => at, maxLength: 12 })
  .map((segments) => segments.sort((a, b) => a.at - b.at));

test('every position is found where the map has it', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.nat({ max: 13 }),
      number,
      (lines, at, column) => {
        const before = (lines[at] ?? []).filter(
          (one) => one.at <= column && one.place !== undefined,
        );
        const expected = before.at(-1)?.place;
        const found = findPlace(mappingsOf(lines), at, column);
        expect(found).toEqual(
          expected && { source: expected.source, line: expected.line, column: expected.column },
        );
      },
    ),
  );
});

test('an example of the format', () => {
  // Line 1: column 0 is line 0, column 0 of source 0; column 4 is line 16, column 2 of source 1.
  expect(findPlace(';AAAA,ICgBE', 1, 3)).toEqual({ source: 0, line: 0, column: 0 });
  expect(findPlace(';AAAA,ICgBE', 1, 4)).toEqual({ source: 1, line: 16, column: 2 });
  expect(findPlace(';AAAA,ICgBE', 0, 4)).toBeUndefined();
});
