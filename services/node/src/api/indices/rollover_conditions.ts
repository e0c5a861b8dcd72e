/**
 * The conditions for rolling over an alias: each with its display form, and a check of the old
 * index.
 */
import { formatByteSize, formatTimeMs } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { type BodyLocator, type FieldReader, longOf, readFields, textOf } from '@skein/reading';
import type { ShardStats } from '@skein/shard';
import { byteSizeOption } from './byte_size_option.js';

interface Rolled {
  readonly index: IndexMetadata;
  /** Stats of the primaries. */
  readonly stats: readonly ShardStats[];
  readonly nowMs: number;
}

export interface Condition {
  readonly kind: 'max' | 'min';
  /** The display form, such as `[max_docs: 1]`. */
  readonly shown: string;
  readonly isMet: (rolled: Rolled) => boolean;
}

/** The subject of a condition: how a bound is read and shown, and the value to compare with it. */
interface Fact {
  readonly json: 'number' | 'string';
  read(name: string, json: JsonValue): number | bigint;
  show(bound: number | bigint): string;
  value(rolled: Rolled): number;
}

const TIME = {
  json: 'string',
  read: (name: string, json: JsonValue) => readTimeMs(name, textOf(json)),
  show: (bound: number | bigint) => formatTimeMs(Number(bound)),
} as const;
const COUNT = {
  json: 'number',
  read: (_name: string, json: JsonValue) => countOf(json),
  show: String,
} as const;
const SIZE = {
  json: 'string',
  read: (name: string, json: JsonValue) => byteSizeOption(name, textOf(json)),
  show: (bound: number | bigint) => formatByteSize(Number(bound)),
} as const;

/** OpenSearch has age, docs and size; those of the largest shard come from Elasticsearch. */
const FACTS: Readonly<Record<string, Fact>> = {
  age: { ...TIME, value: ({ index, nowMs }) => nowMs - index.creationDateMs },
  docs: { ...COUNT, value: ({ stats }) => sum(stats.map(({ docs }) => docs.count)) },
  size: { ...SIZE, value: ({ stats }) => sum(stats.map(({ storeBytes }) => storeBytes)) },
  primary_shard_docs: {
    ...COUNT,
    value: ({ stats }) => Math.max(0, ...stats.map(({ docs }) => docs.count)),
  },
  primary_shard_size: {
    ...SIZE,
    value: ({ stats }) => Math.max(0, ...stats.map(({ storeBytes }) => storeBytes)),
  },
};

/** Throws x_content_parse_exception, and illegal_argument_exception for `min` without `max`. */
export function readConditions(json: JsonObject, locate: BodyLocator): readonly Condition[] {
  const conditions: Condition[] = [];
  const readers = (['max', 'min'] as const).flatMap((kind) =>
    Object.entries(FACTS).map(([of, fact]): [string, FieldReader] => {
      const name = `${kind}_${of}`;
      const add = (value: JsonValue) => conditions.push(readCondition({ kind, name, fact }, value));
      return [name, [fact.json, (value) => void add(value)]];
    }),
  );
  readFields(json, Object.fromEntries(readers), { name: 'conditions', locate });
  if (conditions.length === 0 || conditions.some(({ kind }) => kind === 'max')) return conditions;
  const reason = 'at least one max_* rollover condition must be set when using min_* conditions';
  throw new ApiError('illegal_argument_exception', reason);
}

function readCondition(
  { kind, name, fact }: Pick<Condition, 'kind'> & { readonly name: string; readonly fact: Fact },
  json: JsonValue,
): Condition {
  const bound = fact.read(name, json);
  return {
    kind,
    shown: `[${name}: ${fact.show(bound)}]`,
    isMet: (rolled) => fact.value(rolled) >= bound,
  };
}

/** Any of the `max` conditions and all of the `min` conditions; no condition is always met. */
export function areMet(
  conditions: readonly Condition[],
  met: Readonly<Record<string, boolean>>,
): boolean {
  if (conditions.length === 0) return true;
  const of = (kind: Condition['kind']) => conditions.filter((one) => one.kind === kind);
  return (
    of('max').some(({ shown }) => met[shown] === true) &&
    of('min').every(({ shown }) => met[shown] === true)
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A whole number of 64 bits. One beyond 2^53 stands for no limit, and is kept to be shown. */
function countOf(json: JsonValue): number | bigint {
  const exact = typeof json === 'string' && /^-?\d{1,19}$/.test(json) ? BigInt(json) : json;
  return typeof exact === 'bigint' && BigInt.asIntN(64, exact) === exact ? exact : longOf(json);
}
