/** Reads `pivot` and `latest`: the ways to combine documents. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { type BodyLocator, into, readFields, textOf } from '@skein/reading';
import { type Draft, illegal, namesOf } from './fields.js';
import { checkAggregations } from './output_values.js';
import { pageSizeIn } from './read_settings.js';
import type { Group, GroupType, Latest, Pivot } from './transform.js';

const GROUP_TYPES: readonly GroupType[] = ['terms', 'histogram', 'date_histogram', 'geotile_grid'];
/** Group types for which changes can be tracked by their keys. */
const FOLLOWED: ReadonlySet<GroupType> = new Set(['terms', 'date_histogram']);

export function readPivot(json: JsonObject, locate: BodyLocator): Pivot {
  const draft: Draft<Pivot> = {};
  const aggregations = into(draft, 'aggregations', 'object', (value) => value);
  readFields(
    json,
    {
      group_by: into(draft, 'groups', 'object', (value) => groupsOf(value)),
      aggregations,
      aggs: aggregations,
      max_page_search_size: into(draft, 'maxPageSearchSize', 'number_or_null', pageSizeIn('pivot')),
    },
    { name: 'data_frame_transform_pivot', locate },
  );
  const { groups = [], aggregations: found = {} } = draft;
  if (groups.length === 0) throw illegal('pivot.groups must not be null');
  if (Object.keys(found).length === 0) throw illegal('pivot.aggregations must not be null');
  checkAggregations(found);
  checkNames([...groups.map(({ name }) => name), ...Object.keys(found)]);
  return { ...draft, kind: 'pivot', groups, aggregations: found };
}

function groupsOf(json: JsonObject): readonly Group[] {
  return Object.entries(json)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value = null]) => groupOf(name, value));
}

function groupOf(name: string, json: JsonValue): Group {
  const [given, ...more] = Object.entries(isJsonObject(json) ? json : {});
  const [found, options] = given ?? [];
  const type = GROUP_TYPES.find((known) => known === found);
  if (more.length > 0 || type === undefined || !isJsonObject(options)) {
    throw illegal(`[group_by] [${name}] must have exactly one of [${GROUP_TYPES.join(', ')}]`);
  }
  const { field, format } = options;
  // A formatted key could not be searched again when it changes.
  if (format !== undefined) throw illegal(`[group_by] [${name}] does not support [format]`);
  return { name, type, field: typeof field === 'string' ? field : undefined, options };
}

/** Names with dots become nested objects: no name may be a prefix of another. */
function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw illegal(`duplicate field [${name}] detected`);
    if (name.startsWith('.') || name.endsWith('.')) {
      throw illegal(`field [${name}] must not start or end with '.'`);
    }
    seen.add(name);
  }
  for (const name of names) {
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      const above = name.slice(0, dot);
      if (seen.has(above)) throw illegal(`field [${above}] cannot be both an object and a field`);
    }
  }
}

/** Throws if a continuous transform could not determine the changed groups. */
export function checkFollowed({ groups }: Pivot): void {
  if (groups.some(({ field, type }) => field !== undefined && FOLLOWED.has(type))) return;
  throw illegal(
    'a continuous pivot needs a [group_by] of [terms] or [date_histogram] over a field: otherwise changes cannot be told',
  );
}

export function readLatest(json: JsonObject, locate: BodyLocator): Latest {
  const draft: Draft<Latest> = {};
  readFields(
    json,
    {
      unique_key: into(draft, 'uniqueKey', 'string_array', (value) => namesOf('unique_key', value)),
      sort: into(draft, 'sort', 'string', textOf),
    },
    { name: 'latest_config', locate },
  );
  const { uniqueKey = [], sort = '' } = draft;
  if (uniqueKey.length === 0) throw illegal('latest.unique_key must be non-empty');
  if (new Set(uniqueKey).size < uniqueKey.length) {
    throw illegal('latest.unique_key must not have duplicate elements');
  }
  if (sort === '') throw illegal('latest.sort must be non-empty');
  return { kind: 'latest', uniqueKey, sort };
}
