/**
 * `order` of buckets: by count, key or the value of a sub-aggregation, or by several of them in
 * turn; the key breaks ties.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { placeMetadata, textOf, tokenName } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import type { ParseContext } from '../aggregation_type.js';
import type { CollectScope } from '../collect/collector.js';
import type { OrderPath } from '../reduction.js';

export type Order = readonly OrderBy[];

type OrderBy =
  | { readonly by: 'count'; readonly descending: boolean }
  | { readonly by: 'key'; readonly descending: boolean }
  | {
      readonly by: 'path';
      readonly descending: boolean;
      readonly path: OrderPath;
      readonly text: string;
    };

const BY_KEY: OrderBy = { by: 'key', descending: false };
export const COUNT_DESCENDING: Order = [{ by: 'count', descending: true }, BY_KEY];
export const KEY_ASCENDING: Order = [BY_KEY];

export function readOrder(json: JsonValue, context: ParseContext): Order {
  const given = isJsonArray(json)
    ? json.map((each) => orderOf(each, context))
    : [orderOf(json, context)];
  if (given.length === 0) {
    throw new ApiError('index_out_of_bounds_exception', 'Index 0 out of bounds for length 0');
  }
  return given.some(({ by }) => by === 'key') ? given : [...given, BY_KEY];
}

function parsing(reason: string, at: JsonValue, { locate }: ParseContext): ApiError {
  const place = locate(at);
  return new ApiError('parsing_exception', reason, {
    metadata: placeMetadata(place),
  });
}

function orderOf(json: JsonValue, context: ParseContext): OrderBy {
  if (!isJsonObject(json)) {
    throw parsing(`Unexpected token [${tokenName(json)}] for [order]`, json, context);
  }
  const entries = Object.entries(json);
  const [first] = entries;
  if (first === undefined) {
    throw parsing('Must specify at least one field for [order]', json, context);
  }
  const [key, direction = null] = first;
  const descending = isDescending(direction, json, context);
  // OpenSearch reads all of them before it refuses more than one.
  for (const [, other = null] of entries.slice(1)) isDescending(other, json, context);
  if (entries.length > 1) {
    throw parsing('Must specify exactly one field for [order]', json, context);
  }
  if (key === '_key' || key === '_term' || key === '_time') return { by: 'key', descending };
  if (key === '_count') return { by: 'count', descending };
  return { by: 'path', path: orderPath(key), text: key, descending };
}

function isDescending(json: JsonValue, inside: JsonValue, context: ParseContext): boolean {
  const text = typeof json === 'string' ? json.toLowerCase() : '';
  if (text === 'asc' || text === 'desc') return text === 'desc';
  if (typeof json === 'string')
    throw parsing(`Unknown order direction [${textOf(json)}]`, inside, context);
  throw parsing(`Unexpected token [${tokenName(json)}] for [order]`, inside, context);
}

/**
 * Parses `a>b.c` or `a[c]`: the names of aggregations, then a property of the last one. Names may
 * have dots, so the last one precedes the property.
 */
function orderPath(text: string): OrderPath {
  const names = text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const last = names.pop();
  if (last === undefined) {
    throw new ApiError('illegal_argument_exception', `Invalid path [${text}]`);
  }
  const wrong = names.find((name) => name.includes('['));
  if (wrong !== undefined) throw wrongElement(wrong, text);
  const bracket = last.lastIndexOf('[');
  const at = bracket >= 0 ? bracket : last.lastIndexOf('.');
  if (at < 0) return { names: [...names, last], property: '' };
  const end = bracket >= 0 ? last.length - 1 : last.length;
  const isClosed = bracket < 0 || last.endsWith(']');
  if (at === 0 || at + 1 >= end || !isClosed) throw wrongElement(last, text);
  return { names: [...names, last.slice(0, at)], property: last.slice(at + 1, end) };
}

function wrongElement(element: string, path: string): ApiError {
  const reason = `Invalid path element [${element}] in path [${path}]`;
  return new ApiError('aggregation_execution_exception', reason);
}

/** Refuses paths that name no aggregation, once all sub-aggregations are bound. */
export function checkOrder(
  node: AggregationNode<{ readonly order: Order }>,
  scope: Pick<CollectScope, 'late' | 'checkPath'>,
): void {
  scope.late(() => {
    for (const by of node.options.order) {
      if (by.by === 'path') scope.checkPath(node, by.path, by.text);
    }
  });
}

export function isByKey(order: Order): boolean {
  return order[0]?.by === 'key';
}

export function isByCountDescending(order: Order): boolean {
  const [first] = order;
  return first?.by === 'count' && first.descending;
}

/** True if the greatest count comes first, and the least key first among equal counts. */
export function isByCountThenKey(order: Order): boolean {
  const [, second] = order;
  return isByCountDescending(order) && second?.by === 'key' && !second.descending;
}

export function hasPaths(order: Order): boolean {
  return order.some(({ by }) => by === 'path');
}

interface OrderedBuckets {
  readonly count: (bucket: number) => number;
  readonly compareKeys: (a: number, b: number) => number;
  readonly value: (path: OrderPath, bucket: number) => number;
}

/** Returns a comparator of buckets. NaN comes last in either direction. */
export function compareBuckets(
  order: Order,
  buckets: OrderedBuckets,
): (a: number, b: number) => number {
  const keys = order.map((by) => compareBy(by, buckets));
  const [first, second] = keys;
  if (keys.length === 1 && first !== undefined) return first;
  if (keys.length === 2 && first !== undefined && second !== undefined) {
    return (a, b) => first(a, b) || second(a, b);
  }
  return (a, b) => {
    for (const compare of keys) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function compareBy(
  by: OrderBy,
  { count, compareKeys, value }: OrderedBuckets,
): (a: number, b: number) => number {
  const sign = by.descending ? -1 : 1;
  if (by.by === 'count') return (a, b) => sign * (count(a) - count(b));
  if (by.by === 'key') return (a, b) => sign * compareKeys(a, b);
  const { path } = by;
  return (a, b) => compareNumbers(value(path, a), value(path, b), sign);
}

function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a === b ? 0 : a < b ? -sign : sign;
}
