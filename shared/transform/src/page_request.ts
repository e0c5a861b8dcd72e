/**
 * The searches of a transform: a page of groups with their aggregations, and before that, the
 * groups that have changed.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import type { AfterKey, Group, Latest, Transform } from './transform.js';

/**
 * The part of the source that a checkpoint reads: documents by time, from `fromMs` (inclusive) to
 * `toMs` (exclusive).
 */
export interface TimeWindow {
  readonly fromMs: number | undefined;
  readonly toMs: number;
}

/** The name of the only aggregation of each search. */
export const AGGREGATION = '_transform';
/** The nested aggregation that returns the latest document. */
export const LATEST = '_latest';

/** Groups of `latest`: terms of each key, which may be missing. */
function groupsOfLatest({ uniqueKey }: Latest): readonly Group[] {
  return uniqueKey.map((field) => ({
    name: field,
    type: 'terms',
    field,
    options: { field, missing_bucket: true },
  }));
}

export function groupsOf({ shape }: Transform): readonly Group[] {
  return shape.kind === 'pivot' ? shape.groups : groupsOfLatest(shape);
}

/** A page of groups. `filters` restrict the documents in addition to the query of the source. */
export function pageRequest(
  transform: Transform,
  filters: readonly JsonObject[],
  after: AfterKey | undefined,
): JsonObject {
  const { shape } = transform;
  const inside: JsonObject =
    shape.kind === 'pivot'
      ? shape.aggregations
      : { [LATEST]: { top_hits: { size: 1, sort: [{ [shape.sort]: { order: 'desc' } }] } } };
  return searchOf(transform, { filters, after, inside });
}

/** A page of the groups with documents in the window: only their keys. */
export function changesRequest(
  transform: Transform,
  window: TimeWindow,
  after: AfterKey | undefined,
): JsonObject {
  return searchOf(transform, {
    filters: [windowFilter(transform, window)],
    after,
    inside: undefined,
  });
}

/** Documents whose time is in the window, or all documents if the transform is not continuous. */
export function windowFilter({ sync }: Transform, { fromMs, toMs }: TimeWindow): JsonObject {
  if (sync === undefined) return { match_all: {} };
  const bounds = {
    ...(fromMs === undefined ? {} : { gte: fromMs }),
    lt: toMs,
    format: 'epoch_millis',
  };
  return { range: { [sync.field]: bounds } };
}

/** The search that counts the documents in the window. */
export function countRequest(transform: Transform, window: TimeWindow): JsonObject {
  return { query: queryOf(transform, [windowFilter(transform, window)]), ...runtimeOf(transform) };
}

interface Page {
  readonly filters: readonly JsonObject[];
  readonly after: AfterKey | undefined;
  readonly inside: JsonObject | undefined;
}

function searchOf(transform: Transform, { filters, after, inside }: Page): JsonObject {
  const sources: JsonValue[] = groupsOf(transform).map(({ name, type, options }) => ({
    [name]: { [type]: options },
  }));
  return {
    size: 0,
    track_total_hits: false,
    query: queryOf(transform, filters),
    ...runtimeOf(transform),
    aggregations: {
      [AGGREGATION]: {
        composite: {
          size: transform.settings.maxPageSearchSize,
          sources,
          ...(after === undefined ? {} : { after }),
        },
        ...(inside === undefined ? {} : { aggregations: inside }),
      },
    },
  };
}

function queryOf({ source }: Transform, filters: readonly JsonObject[]): JsonObject {
  const all = source.query === undefined ? [...filters] : [source.query, ...filters];
  return { bool: { filter: all } };
}

function runtimeOf({ source: { runtimeMappings } }: Transform): JsonObject {
  return runtimeMappings === undefined ? {} : { runtime_mappings: runtimeMappings };
}
