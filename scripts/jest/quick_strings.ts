/**
 * Makes strings of any code points cheap to begin with. For `unit: 'binary'` fast-check fills a map
 * with all 1.1 million code points, which it asks only for the letters of a few dangerous words.
 * That takes half a second of CPU time in each suite with such strings. Here a code point is found
 * by its number. The strings that a seed draws are the same.
 */
import fc, * as fastCheck from 'fast-check';

const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const CODE_POINTS = 0x110000 - SURROGATE_COUNT;

function codePointAt(index: number): string {
  return String.fromCodePoint(index < SURROGATES ? index : index + SURROGATE_COUNT);
}

function indexOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  const index = point === undefined || point < SURROGATES ? point : point - SURROGATE_COUNT;
  if (index === undefined || codePointAt(index) !== text) throw new Error('not a code point');
  return index;
}

const anyCodePoint = fc.nat({ max: CODE_POINTS - 1 }).map(codePointAt, indexOf);

const { string: ownString } = fc;

function string(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  const isAny = constraints.unit === 'binary';
  return ownString(isAny ? { ...constraints, unit: anyCodePoint } : constraints);
}

// Suites import the default export, whose members cannot be set.
Object.defineProperty(fastCheck, 'default', { value: { ...fc, string } });
