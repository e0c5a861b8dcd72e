/**
 * The conditions for rolling over an alias: each with its display form, and a check of the old
 * index.
 */
import { formatByteSize, formatTimeMs, parseByteSize } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { type BodyLocator, longOf, readFields, textOf } from '@skein/reading';
import type { ShardStats } from '@skein/shard';

interface Rolled {
  readonly index: IndexMetadata;
  /** Stats of the primaries. */
  readonly stats: readonly ShardStats[];
  readonly nowMs: number;
}

export interface Condition {
  /** The display form, such as `[max_docs: 1]`. */
  readonly shown: string;
  readonly isMet: (rolled: Rolled) => boolean;
}

/** Throws x_content_parse_exception. */
export function readConditions(json: JsonObject, locate: BodyLocator): readonly Condition[] {
  const conditions: Condition[] = [];
  const add = (condition: Condition) => void conditions.push(condition);
  readFields(
    json,
    {
      max_age: ['string', (value) => add(maxAge(value))],
      max_docs: ['number', (value) => add(maxDocs(value))],
      max_size: ['string', (value) => add(maxSize(value))],
    },
    { name: 'conditions', locate },
  );
  return conditions;
}

function maxAge(json: JsonValue): Condition {
  const most = readTimeMs('max_age', textOf(json));
  return {
    shown: `[max_age: ${formatTimeMs(most)}]`,
    isMet: ({ index, nowMs }) => nowMs - index.creationDateMs >= most,
  };
}

function maxDocs(json: JsonValue): Condition {
  const most = longOf(json);
  return {
    shown: `[max_docs: ${most}]`,
    isMet: ({ stats }) => sum(stats, ({ docs }) => docs.count) >= most,
  };
}

function maxSize(json: JsonValue): Condition {
  const most = parseByteSize(textOf(json));
  if (most === undefined) throw noSize('max_size', json);
  return {
    shown: `[max_size: ${formatByteSize(most)}]`,
    isMet: ({ stats }) => sum(stats, ({ storeBytes }) => storeBytes) >= most,
  };
}

function sum(stats: readonly ShardStats[], of: (one: ShardStats) => number): number {
  return stats.reduce((total, one) => total + of(one), 0);
}

function noSize(name: string, json: JsonValue): ApiError {
  const reason = `failed to parse setting [${name}] with value [${textOf(json)}] as a size in bytes: unit is missing or unrecognized`;
  return new ApiError('illegal_argument_exception', reason);
}
