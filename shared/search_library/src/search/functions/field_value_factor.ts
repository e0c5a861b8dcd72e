/**
 * Scores by a number field: the value times a factor, with a modifier applied. If a document has
 * several values, the least counts.
 */

import { doubleText, float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';
import { matched } from '../explain/explanation.js';
import type { ScoreFunction } from './score_function.js';

export const MODIFIERS = {
  none: (value: number) => value,
  log: (value: number) => Math.log10(value),
  log1p: (value: number) => Math.log10(value + 1),
  log2p: (value: number) => Math.log10(value + 2),
  ln: (value: number) => Math.log(value),
  ln1p: (value: number) => Math.log1p(value),
  ln2p: (value: number) => Math.log1p(value + 1),
  square: (value: number) => value * value,
  sqrt: (value: number) => Math.sqrt(value),
  reciprocal: (value: number) => 1 / value,
} as const;

export type Modifier = keyof typeof MODIFIERS;

export interface FieldValueFactor {
  readonly field: string;
  /** The value of one step of the column. */
  readonly step: number;
  readonly factor: number;
  readonly modifier: Modifier;
  /** Value of documents without one; `undefined`: a document without a value is an error. */
  readonly missing: number | undefined;
}

export function fieldValueFactor(options: FieldValueFactor): ScoreFunction {
  const { field, step, factor, missing } = options;
  const modify = MODIFIERS[options.modifier];
  return {
    explain: (_place, value) => {
      const read = `doc['${field}'].value${missing === undefined ? '' : `?:${doubleText(missing)}`}`;
      const { modifier } = options;
      const words = `${modifier}(${read} * factor=${float32Text(factor)})`;
      return matched(value, `field value function: ${words}`);
    },
    segment(segment) {
      const column = segment.numbers(field);
      return (doc) => {
        const value = column?.has(doc) ? column.value(doc, 0) * step : missing;
        if (value === undefined) {
          throw new ApiError('exception', `Missing value for field [${field}]`);
        }
        const result = modify(value * factor);
        if (result < 0) throw negative(options.modifier, result, value);
        return result;
      };
    },
  };
}

function negative(modifier: Modifier, result: number, value: number): ApiError {
  const hint =
    modifier === 'log' || modifier === 'ln'
      ? `; consider using ${modifier}1p or ${modifier}2p instead of ${modifier} to avoid negative scores`
      : '';
  return new ApiError(
    'illegal_argument_exception',
    `field value function must not produce negative scores, but got: [${doubleText(result)}] for field value: [${doubleText(value)}]${hint}`,
  );
}
