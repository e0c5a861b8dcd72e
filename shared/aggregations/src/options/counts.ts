/** Readers of options that are counts. They refuse invalid counts in OpenSearch's words. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';

type ReadCount = (json: JsonValue) => number;
type Named = Pick<ParseContext, 'name'>;

/** `option` is the name that error messages use. */
export function positive(option: string, { name }: Named): ReadCount {
  return (json) => {
    const value = integerOf(json);
    if (value > 0) return value;
    throw tooLow(option, { name, must: 'greater than 0', value });
  };
}

export function notNegative(option: string, { name }: Named): ReadCount {
  return (json) => {
    const value = integerOf(json);
    if (value >= 0) return value;
    throw tooLow(option, { name, must: 'greater than or equal to 0', value });
  };
}

interface Count {
  readonly name: string;
  readonly must: string;
  readonly value: number;
}

function tooLow(option: string, { name, must, value }: Count): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `[${option}] must be ${must}. Found [${value}] in [${name}]`,
  );
}
