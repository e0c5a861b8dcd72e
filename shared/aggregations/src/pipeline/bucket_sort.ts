/** `bucket_sort`: sorts the buckets of an aggregation by their values, and keeps a page of them. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import {
  type BodyLocator,
  type Draft,
  type FieldKind,
  type FieldReader,
  type FieldReaders,
  integerOf,
  objectAt,
  readFields,
  textOf,
} from '@skein/reading';
import { pipelineType } from '../pipeline_type.js';
import { type BucketPath, parseBucketPath, validationError } from './bucket_path.js';
import type { GapPolicy } from './gap_policy.js';
import { commonFields, commonOptions, readObject } from './options.js';
import { type ParentBuckets, parentBuckets } from './parent_buckets.js';
import { parentProblem } from './surroundings.js';

interface SortBy {
  readonly path: BucketPath;
  readonly descending: boolean;
}

interface BucketSortOptions {
  readonly sort: readonly SortBy[];
  readonly from: number;
  readonly size: number | undefined;
  readonly gapPolicy: GapPolicy;
}

export const bucket_sort = pipelineType<BucketSortOptions, never>({
  name: 'bucket_sort',
  parse(json, context) {
    const common = commonOptions();
    const { gap_policy } = commonFields(common);
    const options: Draft<Omit<BucketSortOptions, 'gapPolicy'>> = {
      sort: [],
      from: 0,
      size: undefined,
    };
    const fields = {
      sort: [
        'object_array' as const,
        (given: JsonValue) => {
          const { locate } = context;
          options.sort = (isJsonArray(given) ? given : [given]).flatMap((each) =>
            sortsOf(each, locate),
          );
        },
      ] as const,
      from: [
        'number' as const,
        (given: JsonValue) => {
          options.from = integerOf(given);
          if (options.from < 0) {
            throw illegalArgument(`[from] must be a non-negative integer: [${options.from}]`);
          }
        },
      ] as const,
      size: [
        'number' as const,
        (given: JsonValue) => {
          options.size = integerOf(given);
          if (options.size <= 0)
            throw illegalArgument(`[size] must be a positive integer: [${options.size}]`);
        },
      ] as const,
      ...(gap_policy ? { gap_policy } : {}),
    };
    readObject(json, fields, { context, required: [] });
    return { ...options, gapPolicy: common.gapPolicy };
  },
  paths: ({ sort }) => sort.map(({ path }) => path),
  check(node, around) {
    const { sort, from, size } = node.options;
    const problems = [parentProblem(node, around)].filter((each) => each !== undefined);
    if (sort.length === 0 && size === undefined && from === 0) {
      problems.push(
        `[${node.name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`,
      );
    }
    if (problems.length > 0) throw validationError(...problems);
  },
  arrange({ options }, ground) {
    const compare = comparison(options, parentBuckets(ground));
    const { from } = options;
    return (own) => {
      const ordered =
        compare === undefined ? own : own.filter(compare.hasValues).sort(compare.order);
      return ordered.slice(from, from + (options.size ?? ordered.length));
    };
  },
});

/**
 * Reads `name`, `{name: order}` or `{name: {order}}`. The form is that of a field sort of hits,
 * whose other options are accepted and ignored.
 */
function sortsOf(json: JsonValue, locate: BodyLocator): SortBy[] {
  if (typeof json === 'string') return [{ path: pathOf(json), descending: false }];
  if (!isJsonObject(json)) {
    throw illegalArgument(
      'malformed sort format, within the sort array, an object, or an actual string are allowed',
    );
  }
  return Object.entries(json).map(([name, given = null]) => ({
    path: pathOf(name),
    descending: typeof given === 'string' ? isDescending(given) : readFieldSort(json, name, locate),
  }));
}

const OTHER_SORTS: ReadonlySet<string> = new Set(['_score', '_script', '_geo_distance']);

function pathOf(name: string): BucketPath {
  if (!OTHER_SORTS.has(name)) return parseBucketPath(name);
  throw illegalArgument(
    `[bucket_sort] only supports field based sorting; incompatible sort: [${name}]`,
  );
}

function readFieldSort(inside: JsonObject, name: string, locate: BodyLocator): boolean {
  const reading = { name: 'field_sort', locate };
  let descending = false;
  const ignored = (kind: FieldKind): FieldReader => [kind, () => undefined];
  const readers: FieldReaders = {
    order: [
      'string',
      (json) => {
        descending = isDescending(json);
      },
    ],
    missing: ignored('value'),
    mode: ignored('string'),
    unmapped_type: ignored('string'),
    numeric_type: ignored('string'),
    nested: ignored('object'),
  };
  readFields(objectAt(inside, name, reading), readers, reading);
  return descending;
}

function isDescending(json: JsonValue): boolean {
  const text = textOf(json).toLowerCase();
  if (text === 'asc' || text === 'desc') return text === 'desc';
  throw illegalArgument(
    `No enum constant org.opensearch.search.sort.SortOrder.${text.toUpperCase()}`,
  );
}

interface Comparison {
  readonly order: (a: number, b: number) => number;
  /** True if the bucket has one of the values; a bucket with none of them is left out. */
  readonly hasValues: (bucket: number) => boolean;
}

type SortKey = string | number | bigint;

function comparison(
  { sort, gapPolicy }: BucketSortOptions,
  buckets: ParentBuckets,
): Comparison | undefined {
  if (sort.length === 0) return undefined;
  const columns = sort.map(({ path }) =>
    Array.from({ length: buckets.count }, (_none, bucket) =>
      sortKey(buckets, bucket, { path, gapPolicy }),
    ),
  );
  return {
    hasValues: (bucket) => columns.some((column) => column[bucket] !== undefined),
    order: (a, b) => {
      for (const [i, column] of columns.entries()) {
        const order = compareKeys(column[a], column[b], sort[i]?.descending === true);
        if (order !== 0) return order;
      }
      return a - b;
    },
  };
}

function sortKey(
  buckets: ParentBuckets,
  bucket: number,
  { path, gapPolicy }: { readonly path: BucketPath; readonly gapPolicy: GapPolicy },
): SortKey | undefined {
  if (path.text === '_key') {
    const { key, number, text } = buckets.key(bucket);
    return typeof key === 'bigint' ? key : (number ?? text);
  }
  const value = buckets.value(bucket, path, gapPolicy);
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

/**
 * Compares two keys, the negative zero before the other one. A missing key comes last in either
 * direction.
 */
function compareKeys(a: SortKey | undefined, b: SortKey | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (a === b && Object.is(a, -0) === Object.is(b, -0)) return 0;
  const isLess = a === b ? Object.is(a, -0) : a < b;
  return isLess === descending ? 1 : -1;
}
