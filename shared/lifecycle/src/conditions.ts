/** Conditions on age, size and number of documents, in the forms of both policy languages. */
import { formatByteSize, formatTimeMs, parseByteSize } from '@skein/base';
import { type JsonValue, stringifyJson } from '@skein/content';
import { ApiError, readLengthMs } from '@skein/errors';
import { type Facts, largest, originMs, rolledOverMs, sum } from './facts.js';

export interface Bound {
  /** The condition for display: `min_doc_count: 5`. */
  readonly shown: string;
  readonly asksPrimaries: boolean;
  /** True when the index has reached the condition. */
  readonly isReached: (facts: Facts) => boolean;
}

type ReadBound = (name: string, json: JsonValue) => Bound;

/** Creates readers that add conditions to a list; null adds none. */
export function addingTo(
  bounds: Bound[],
): (read: ReadBound) => (value: JsonValue, name: string) => void {
  return (read) => (value, name) => {
    if (value !== null) bounds.push(read(name, value));
  };
}

export const ageOf: ReadBound = (name, json) =>
  timeBound(name, json, ({ index, nowMs }) => nowMs - originMs(index));

export const rolloverAgeOf: ReadBound = (name, json) =>
  timeBound(name, json, (facts) => {
    const since = rolledOverMs(facts);
    return since === undefined ? Number.NEGATIVE_INFINITY : facts.nowMs - since;
  });

export const stateAgeOf: ReadBound = (name, json) =>
  timeBound(name, json, ({ managed, nowMs }) => nowMs - managed.stateSinceMs);

export const docsOf: ReadBound = (name, json) =>
  countBound(name, json, (primaries) => sum(primaries, ({ docs }) => docs));

export const shardDocsOf: ReadBound = (name, json) =>
  countBound(name, json, (primaries) => largest(primaries, ({ docs }) => docs));

export const sizeOf: ReadBound = (name, json) =>
  sizeBound(name, json, (primaries) => sum(primaries, ({ bytes }) => bytes));

export const shardSizeOf: ReadBound = (name, json) =>
  sizeBound(name, json, (primaries) => largest(primaries, ({ bytes }) => bytes));

function timeBound(name: string, json: JsonValue, age: (facts: Facts) => number): Bound {
  const bound = timeOf(name, json);
  return {
    shown: `${name}: ${formatTimeMs(bound)}`,
    asksPrimaries: false,
    isReached: (facts) => age(facts) >= bound,
  };
}

type Primaries = NonNullable<Facts['primaries']>;

function countBound(name: string, json: JsonValue, value: (primaries: Primaries) => number): Bound {
  const bound = countOf(name, json, 1);
  return primariesBound(`${name}: ${bound}`, bound, value);
}

function sizeBound(name: string, json: JsonValue, value: (primaries: Primaries) => number): Bound {
  const bound = typeof json === 'string' ? parseByteSize(json) : undefined;
  if (bound === undefined || bound <= 0) throw invalid(name, json, 'a size such as 10gb');
  return primariesBound(`${name}: ${formatByteSize(bound)}`, bound, value);
}

function primariesBound(
  shown: string,
  bound: number,
  value: (primaries: Primaries) => number,
): Bound {
  return {
    shown,
    asksPrimaries: true,
    isReached: ({ primaries }) => primaries !== undefined && value(primaries) >= bound,
  };
}

export function timeOf(name: string, json: JsonValue): number {
  if (typeof json === 'string') return readLengthMs(name, json);
  throw invalid(name, json, 'a time such as 7d');
}

/** Reads a whole number, which may be a text. */
export function countOf(name: string, json: JsonValue, least: number): number {
  const number = typeof json === 'string' && /^\d+$/.test(json) ? Number(json) : json;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
  throw invalid(name, json, `a whole number from ${least}`);
}

export function flagOf(name: string, json: JsonValue): boolean {
  if (json === true || json === 'true') return true;
  if (json === false || json === 'false') return false;
  throw invalid(name, json, 'true or false');
}

export function textOf(name: string, json: JsonValue): string {
  if (typeof json === 'string') return json;
  throw invalid(name, json, 'a text');
}

function invalid(name: string, json: JsonValue, wanted: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `[${name}] must be ${wanted} but was [${typeof json === 'object' ? stringifyJson(json) : json}]`,
  );
}
