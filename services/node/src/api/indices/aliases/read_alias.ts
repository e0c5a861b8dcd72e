/** Parses aliases in request bodies. */
import type { AliasDefinition } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldKind } from '@skein/reading';
import { parseQuery } from '@skein/search';

/** The fields of an alias's definition, with the kinds that `_aliases` accepts. */
export const ALIAS_FIELDS: Readonly<Record<string, FieldKind>> = {
  filter: 'object',
  routing: 'number',
  index_routing: 'number',
  indexRouting: 'number',
  'index-routing': 'number',
  search_routing: 'number',
  searchRouting: 'number',
  'search-routing': 'number',
  is_write_index: 'boolean',
  is_hidden: 'boolean',
};

/** Reads `{"filter": …, "routing": …, "is_write_index": …}` below the alias's name. */
export function readAlias(alias: string, body: JsonObject): AliasDefinition {
  for (const key of Object.keys(body)) {
    if (!Object.hasOwn(ALIAS_FIELDS, key)) {
      throw new ApiError(
        'illegal_argument_exception',
        `unknown field [${key}] in alias [${alias}]`,
      );
    }
  }
  const routing = (...names: readonly string[]) => {
    const name = names.find((each) => body[each] !== undefined && body[each] !== null);
    return name === undefined ? undefined : readRouting(alias, name, body[name]);
  };
  return {
    alias,
    filter: readFilter(alias, body.filter),
    routing: routing('routing'),
    indexRouting: routing('index_routing', 'indexRouting', 'index-routing'),
    searchRouting: routing('search_routing', 'searchRouting', 'search-routing'),
    isWriteIndex: readBoolean(body.is_write_index),
    isHidden: readBoolean(body.is_hidden),
  };
}

/** The `aliases` object of index creation and templates. */
export function readAliases(json: JsonValue | undefined): AliasDefinition[] {
  if (json === undefined) return [];
  if (!isJsonObject(json)) throw new ApiError('parse_exception', 'key [aliases] must be an object');
  return Object.entries(json).map(([name, body]) => {
    if (isJsonObject(body)) return readAlias(name, body);
    throw new ApiError('illegal_argument_exception', 'No alias is specified');
  });
}

/** A filter must be a valid query; the shard resolves its fields. An empty object is no filter. */
function readFilter(alias: string, filter: JsonValue | undefined): JsonObject | undefined {
  if (filter === undefined || filter === null) return undefined;
  if (!isJsonObject(filter)) {
    throw new ApiError('illegal_argument_exception', `failed to parse filter for alias [${alias}]`);
  }
  if (Object.keys(filter).length === 0) return undefined;
  try {
    parseQuery(filter);
  } catch (thrown) {
    throw new ApiError(
      'illegal_argument_exception',
      `failed to parse filter for alias [${alias}]`,
      {
        cause: thrown instanceof ApiError ? thrown : undefined,
      },
    );
  }
  return filter;
}

/** A number counts as its text, as in OpenSearch's `_aliases`. */
function readRouting(alias: string, name: string, value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new ApiError(
    'illegal_argument_exception',
    `[${name}] of alias [${alias}] must be a text or a number`,
  );
}

function readBoolean(value: JsonValue | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new ApiError(
    'illegal_argument_exception',
    `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`,
  );
}
