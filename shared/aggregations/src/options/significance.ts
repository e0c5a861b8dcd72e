/**
 * The heuristics of `significant_terms`: each measures how much more frequent a term is among the
 * matches than elsewhere.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, type FieldReaders, into, objectAt, readFields } from '@skein/reading';
import type { ScriptReference } from '@skein/script';
import type { ParseContext } from '../aggregation_type.js';
import { readScript } from '../values/values_options.js';
import type { Frequencies, HeuristicScripts, Significance } from './heuristic_scripts.js';

export type Heuristic =
  | { readonly kind: 'jlh' | 'percentage' }
  | { readonly kind: 'script_heuristic'; readonly script: ScriptReference }
  | {
      readonly kind: 'mutual_information' | 'chi_square' | 'gnd';
      readonly includesNegatives: boolean;
      readonly isSuperset: boolean;
    };

export const JLH: Heuristic = { kind: 'jlh' };

/**
 * Reads the heuristic when it is called, outside of the reader of its field, so that errors in it
 * are reported as its own.
 */
export type ReadHeuristic = () => Heuristic;

export function heuristicReaders(
  draft: { readHeuristic: ReadHeuristic },
  context: ParseContext,
  inside: JsonObject,
): FieldReaders {
  const { locate } = context;
  const reader =
    (name: string, read: (json: JsonObject) => Heuristic) =>
    (_json: JsonValue): void => {
      draft.readHeuristic = () => read(objectAt(inside, name, { name, locate }));
    };
  const plain = (kind: 'jlh' | 'percentage') =>
    reader(kind, (json) => {
      readFields(json, {}, { name: kind, locate });
      return { kind };
    });
  const counted = (kind: 'mutual_information' | 'chi_square' | 'gnd') =>
    reader(kind, (json) => {
      const options = { includesNegatives: false, isSuperset: true };
      readFields(
        json,
        {
          ...(kind === 'gnd'
            ? {}
            : { include_negatives: into(options, 'includesNegatives', 'boolean', booleanOf) }),
          background_is_superset: into(options, 'isSuperset', 'boolean', booleanOf),
        },
        { name: kind, locate },
      );
      return { kind, ...options };
    });
  return {
    jlh: plain('jlh'),
    percentage: plain('percentage'),
    mutual_information: counted('mutual_information'),
    chi_square: counted('chi_square'),
    gnd: counted('gnd'),
    script_heuristic: reader('script_heuristic', (json) => scripted(json, context)),
  };
}

function scripted(json: JsonObject, context: ParseContext): Heuristic {
  const given: { script: ScriptReference | undefined } = { script: undefined };
  const script = into(given, 'script', 'object_or_string', (value) => readScript(value, context));
  readFields(json, { script }, { name: 'script_heuristic', locate: context.locate });
  if (given.script !== undefined) return { kind: 'script_heuristic', script: given.script };
  throw new ApiError('illegal_argument_exception', 'Required [script]');
}

type CountedHeuristic = Exclude<Heuristic, { readonly kind: 'script_heuristic' }>;

/** Throws the errors of compiling a script heuristic. */
export function significanceOf(heuristic: Heuristic, scripts: HeuristicScripts): Significance {
  if (heuristic.kind === 'script_heuristic') return scripts(heuristic.script);
  return (of) => significance(of, heuristic);
}

/** The names of the heuristics in error messages. */
const SCORE_NAMES: Readonly<Record<CountedHeuristic['kind'], string>> = {
  jlh: 'JLHScore',
  percentage: 'PercentageScore',
  mutual_information: 'MutualInformation',
  chi_square: 'ChiSquare',
  gnd: 'GND',
};

/**
 * Refuses a term that is in more documents than there are matches, which is possible because
 * `_doc_count` affects only one of the two numbers.
 */
function significance(of: Frequencies, heuristic: CountedHeuristic): number {
  if (of.subsetFreq > of.subsetSize) {
    throw new ApiError(
      'illegal_argument_exception',
      `subsetFreq > subsetSize, in ${SCORE_NAMES[heuristic.kind]}`,
    );
  }
  switch (heuristic.kind) {
    case 'jlh':
      return jlh(of);
    case 'percentage':
      return of.supersetFreq === 0 ? 0 : of.subsetFreq / of.supersetFreq;
    case 'gnd':
      return normalizedDistance(tableOf(of, heuristic.isSuperset));
    case 'chi_square':
      return chiSquare(tableOf(of, heuristic.isSuperset), heuristic.includesNegatives);
    case 'mutual_information':
      return mutualInformation(tableOf(of, heuristic.isSuperset), heuristic.includesNegatives);
  }
}

function jlh({ subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies): number {
  if (subsetSize === 0 || supersetSize === 0) return 0;
  const inside = subsetFreq / subsetSize;
  const outside = Math.max(1, supersetFreq) / supersetSize;
  return inside <= outside ? 0 : (inside - outside) * (inside / outside);
}

/**
 * The numbers of documents with (1) or without (0) the term (first digit), inside (1) or outside
 * (0) of the matches (second digit): Manning, Raghavan, Schütze (2008), 13.5.
 */
interface Table {
  readonly n00: number;
  readonly n01: number;
  readonly n10: number;
  readonly n11: number;
}

function tableOf(
  { subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies,
  isSuperset: boolean,
): Table {
  if (isSuperset) {
    requireWithin('Freq', subsetFreq, supersetFreq);
    requireWithin('Size', subsetSize, supersetSize);
  }
  const n11 = subsetFreq;
  const n01 = subsetSize - subsetFreq;
  if (isSuperset)
    return { n11, n01, n10: supersetFreq - n11, n00: supersetSize - supersetFreq - n01 };
  return { n11, n01, n10: supersetFreq, n00: supersetSize - supersetFreq };
}

function requireWithin(what: 'Freq' | 'Size', subset: number, superset: number): void {
  if (subset <= superset) return;
  throw new ApiError(
    'illegal_argument_exception',
    `subset${what} > superset${what}, does your background filter not include all documents in the bucket? If so and it is intentional, set "background_is_superset": false`,
  );
}

function isNegative({ n00, n01, n10, n11 }: Table): boolean {
  return n11 / (n01 + n11) < n10 / (n00 + n10);
}

function chiSquare(table: Table, includesNegatives: boolean): number {
  if (!includesNegatives && isNegative(table)) return Number.NEGATIVE_INFINITY;
  const { n00, n01, n10, n11 } = table;
  const all = n00 + n01 + n10 + n11;
  const sides = (n01 + n11) * (n10 + n11) * (n00 + n01) * (n00 + n10);
  return (all * (n11 * n00 - n01 * n10) ** 2) / sides;
}

function mutualInformation(table: Table, includesNegatives: boolean): number {
  const { n00, n01, n10, n11 } = table;
  const all = n00 + n01 + n10 + n11;
  const term = (n: number, row: number, column: number): number => {
    const numerator = Math.abs(all * n);
    const factor = Math.abs(n / all);
    if (numerator < 1e-7 && factor < 1e-7) return 0;
    return factor * Math.log(numerator / Math.abs(row * column));
  };
  const sum =
    term(n00, n00 + n01, n00 + n10) +
    term(n01, n00 + n01, n01 + n11) +
    term(n10, n10 + n11, n00 + n10) +
    term(n11, n10 + n11, n01 + n11);
  const score = sum / Math.LN2;
  if (Number.isNaN(score)) return Number.NEGATIVE_INFINITY;
  return !includesNegatives && isNegative(table) ? -score : score;
}

/**
 * The normalized Google distance d (Cilibrasi and Vitányi 2007) as the score exp(-d), which is high
 * for terms that belong together.
 */
function normalizedDistance({ n00, n01, n10, n11 }: Table): number {
  const withTerm = n10 + n11;
  const inside = n01 + n11;
  if (n11 === 0) return 0;
  if (withTerm === inside && withTerm === n11) return 1;
  const [x, y] = [Math.log(withTerm), Math.log(inside)];
  const distance =
    (Math.max(x, y) - Math.log(n11)) / (Math.log(n00 + n01 + n10 + n11) - Math.min(x, y));
  return Math.exp(-distance);
}
