/** Readers of options that are counts. They refuse invalid counts in OpenSearch's words. */
import type { JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { doubleOf, integerOf, textOf } from '@skein/reading';
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

/** Like `notNegative` for an option of 64 bits. */
export function notNegativeLong(option: string, { name }: Named): ReadCount {
  return (json) => {
    const value = Math.trunc(doubleOf(json));
    if (value >= 0 && value <= LONG_MAX) return value;
    if (value < 0) throw tooLow(option, { name, must: 'greater than or equal to 0', value });
    throw illegalArgument(`Value [${textOf(json)}] is out of range for a long`);
  };
}

/** The limit of longs as a double, to which the greatest long is rounded. */
const LONG_MAX = 2 ** 63;

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
