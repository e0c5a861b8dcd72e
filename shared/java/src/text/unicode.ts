/** Properties of characters with Java's numbers and names, from the platform's Unicode data. */
import { characterOf } from './code_points.js';
import { BLOCKS, DIRECTIONALITIES, SCRIPTS } from './unicode_data.js';

/**
 * `Character.UPPERCASE_LETTER` and similar constants: Java's numbers, by the standard's short
 * names.
 */
const CATEGORIES: Readonly<Record<string, readonly [value: number, name: string]>> = {
  Cn: [0, 'UNASSIGNED'],
  Lu: [1, 'UPPERCASE_LETTER'],
  Ll: [2, 'LOWERCASE_LETTER'],
  Lt: [3, 'TITLECASE_LETTER'],
  Lm: [4, 'MODIFIER_LETTER'],
  Lo: [5, 'OTHER_LETTER'],
  Mn: [6, 'NON_SPACING_MARK'],
  Me: [7, 'ENCLOSING_MARK'],
  Mc: [8, 'COMBINING_SPACING_MARK'],
  Nd: [9, 'DECIMAL_DIGIT_NUMBER'],
  Nl: [10, 'LETTER_NUMBER'],
  No: [11, 'OTHER_NUMBER'],
  Zs: [12, 'SPACE_SEPARATOR'],
  Zl: [13, 'LINE_SEPARATOR'],
  Zp: [14, 'PARAGRAPH_SEPARATOR'],
  Cc: [15, 'CONTROL'],
  Cf: [16, 'FORMAT'],
  Co: [18, 'PRIVATE_USE'],
  Cs: [19, 'SURROGATE'],
  Pd: [20, 'DASH_PUNCTUATION'],
  Ps: [21, 'START_PUNCTUATION'],
  Pe: [22, 'END_PUNCTUATION'],
  Pc: [23, 'CONNECTOR_PUNCTUATION'],
  Po: [24, 'OTHER_PUNCTUATION'],
  Sm: [25, 'MATH_SYMBOL'],
  Sc: [26, 'CURRENCY_SYMBOL'],
  Sk: [27, 'MODIFIER_SYMBOL'],
  So: [28, 'OTHER_SYMBOL'],
  Pi: [29, 'INITIAL_QUOTE_PUNCTUATION'],
  Pf: [30, 'FINAL_QUOTE_PUNCTUATION'],
};

export const GENERAL_CATEGORIES = Object.entries(CATEGORIES).map(([short, [value, name]]) => ({
  value,
  name,
  pattern: new RegExp(`^\\p{${short}}$`, 'u'),
}));

/** `Character.getType`. */
export function generalCategory(code: number): number {
  const character = characterOf(code);
  return GENERAL_CATEGORIES.find(({ pattern }) => pattern.test(character))?.value ?? 0;
}

interface Run {
  readonly start: number;
  readonly name: string;
}

interface Block extends Run {
  /** True if OpenSearch's whitelist has a constant of this name. */
  readonly isShown: boolean;
}

const blockRuns: readonly Block[] = BLOCKS.trim()
  .split(' ')
  .map((one) => {
    const [start = '0', name = ''] = one.split(':');
    return {
      start: Number.parseInt(start, 16),
      name: name.replace('*', ''),
      isShown: !name.startsWith('*'),
    };
  });

/** All blocks, with true if OpenSearch's whitelist has the constant. */
export const BLOCK_NAMES: ReadonlyMap<string, boolean> = new Map(
  blockRuns.filter(({ name }) => name !== 'null').map(({ name, isShown }) => [name, isShown]),
);

function runAt(runs: readonly Run[], code: number): Run | undefined {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle]?.start ?? 0) <= code) low = middle;
    else high = middle - 1;
  }
  return runs[low];
}

/** The name of the block; undefined if the code point is in none. */
export function blockOf(code: number): string | undefined {
  const name = runAt(blockRuns, code)?.name;
  return name === 'null' ? undefined : name;
}

export const SCRIPT_NAMES: readonly string[] = SCRIPTS.trim().split(' ');
/** Scripts newer than this one have constants outside of OpenSearch's whitelist. */
const LAST_SHOWN = SCRIPT_NAMES.indexOf('MIAO');
export const isShownScript = (name: string): boolean =>
  name === 'UNKNOWN' || SCRIPT_NAMES.indexOf(name) <= LAST_SHOWN;

/** The script's name in regular expressions: `Old_Italic` for `OLD_ITALIC`. */
const scriptProperty = (name: string): string =>
  name === 'SIGNWRITING'
    ? 'SignWriting'
    : name.toLowerCase().replace(/(?:^|_)[a-z]/g, (start) => start.toUpperCase());

let scriptPatterns: readonly (readonly [name: string, pattern: RegExp])[] | undefined;

export function scriptOf(code: number): string {
  scriptPatterns ??= SCRIPT_NAMES.filter((name) => name !== 'UNKNOWN').map((name) => [
    name,
    new RegExp(`^\\p{Script=${scriptProperty(name)}}$`, 'u'),
  ]);
  const character = characterOf(code);
  return scriptPatterns.find(([, pattern]) => pattern.test(character))?.[0] ?? 'UNKNOWN';
}

let directionRuns: readonly Run[] | undefined;

function directions(): readonly Run[] {
  let start = 0;
  return DIRECTIONALITIES.trim()
    .split(' ')
    .map((one) => {
      start += Number.parseInt(one.slice(1), 36);
      return { start, name: one.charAt(0) };
    });
}

/** `Character.getDirectionality`: Java's number; -1 if undefined. */
export function directionality(code: number): number {
  if (code < 0) return -1;
  if (code >= 0xe0fff)
    return code <= 0x10ffff && code >= 0xf0000 && (code & 0xffff) < 0xfffe ? 0 : -1;
  directionRuns ??= directions();
  const name = runAt(directionRuns, code)?.name ?? '-';
  return name === '-' ? -1 : Number.parseInt(name, 36);
}

/** The constants `Character.DIRECTIONALITY_…` in OpenSearch's whitelist. */
export const DIRECTIONALITY_CONSTANTS: Readonly<Record<string, number>> = {
  UNDEFINED: -1,
  LEFT_TO_RIGHT: 0,
  RIGHT_TO_LEFT: 1,
  RIGHT_TO_LEFT_ARABIC: 2,
  EUROPEAN_NUMBER: 3,
  EUROPEAN_NUMBER_SEPARATOR: 4,
  EUROPEAN_NUMBER_TERMINATOR: 5,
  ARABIC_NUMBER: 6,
  COMMON_NUMBER_SEPARATOR: 7,
  NONSPACING_MARK: 8,
  BOUNDARY_NEUTRAL: 9,
  PARAGRAPH_SEPARATOR: 10,
  SEGMENT_SEPARATOR: 11,
  WHITESPACE: 12,
  OTHER_NEUTRALS: 13,
  LEFT_TO_RIGHT_EMBEDDING: 14,
  LEFT_TO_RIGHT_OVERRIDE: 15,
  RIGHT_TO_LEFT_EMBEDDING: 16,
  RIGHT_TO_LEFT_OVERRIDE: 17,
  POP_DIRECTIONAL_FORMAT: 18,
};
