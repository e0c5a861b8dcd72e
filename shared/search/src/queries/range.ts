/** `range`: values between two bounds, each inclusive (`gte`, `lte`) or exclusive (`gt`, `lt`). */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseDateFormat, parseTimeZone } from '@skein/dates';
import { ApiError, asApiError } from '@skein/errors';
import type { RangeBounds } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { rangeCanMatch } from './can_match.js';
import { existsFieldQuery } from './exists.js';
import { fieldNameMissing, requireFieldName } from './field_query.js';
import { AS_VALUE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { booleanOf, textOf, textOrNull } from './options.js';
import type { NodeHeader } from './query_node.js';
import { memberError, parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
  readonly bounds: RangeBounds;
}

export const range: QueryType<Params> = {
  name: 'range',
  parse(body, context) {
    let field: string | undefined;
    const bounds: Draft<RangeBounds> = {
      lower: undefined,
      upper: undefined,
      includeLower: true,
      includeUpper: true,
    };
    let header: NodeHeader = { boost: 1, name: undefined };
    const read = (key: string, json: JsonValue): void => {
      if (isJsonArray(json)) {
        for (const inner of json) read(key, inner);
      } else if (isJsonObject(json)) {
        if (field !== undefined) {
          throw memberError(context, twoFields(field, key), { inside: body, key });
        }
        field = key;
        header = readBounds(json, bounds, context);
      } else if (json !== null) {
        throw parsingError(context, `[range] query does not support [${key}]`, body);
      }
    };
    for (const [key, json = null] of Object.entries(body)) read(key, json);
    if (field === undefined) throw fieldNameMissing();
    const name: string = field;
    requireFieldName(name, fieldNameMissing);
    return { ...header, params: { field: name, bounds } };
  },
  ...LEAF,
  family: 'multi_term',
  needs: ({ bounds }) => needsOf('moderate', [bounds.lower, bounds.upper]),
  check: ({ field, bounds }, shard) => {
    const isDate = shard.mapping.field(field)?.values.kind === 'instant';
    if (isDate && !shard.derived?.has(field)) bindRange(field, bounds, shard);
  },
  bind: ({ field, bounds }, shard) => bindRange(field, bounds, shard),
  canMatch: ({ field, bounds }, point) => rangeCanMatch(field, bounds, point),
};

/** A range without bounds contains every value. */
function bindRange(name: string, bounds: RangeBounds, shard: QueryShardContext): Query {
  const field = shard.mapping.field(name);
  if (field === undefined) return NO_MATCHES;
  const isOpen = bounds.lower === undefined && bounds.upper === undefined;
  return isOpen ? existsFieldQuery(name, shard) : field.rangeQuery(bounds, shard);
}

function twoFields(first: string, second: string): string {
  return `[range] query doesn't support multiple fields, found [${first}] and [${second}]`;
}

function readBounds(
  options: JsonObject,
  bounds: Draft<RangeBounds>,
  context: QueryParseContext,
): NodeHeader {
  const lower = (include: boolean | undefined) => ({
    token: (value: JsonValue) => {
      bounds.lower = value === null ? undefined : value;
      if (include !== undefined) bounds.includeLower = include;
    },
  });
  const upper = (include: boolean | undefined) => ({
    token: (value: JsonValue) => {
      bounds.upper = value === null ? undefined : value;
      if (include !== undefined) bounds.includeUpper = include;
    },
  });
  return readOptions(
    { query: 'range', options, context, manners: AS_VALUE },
    {
      from: lower(undefined),
      to: upper(undefined),
      gt: lower(false),
      gte: lower(true),
      lt: upper(false),
      lte: upper(true),
      include_lower: intoDraft(bounds, 'includeLower', booleanOf),
      include_upper: intoDraft(bounds, 'includeUpper', booleanOf),
      format: (value) => {
        bounds.format = textOrNull(value);
        if (bounds.format !== undefined) parseDateFormat(bounds.format);
      },
      time_zone: (value) => {
        bounds.timeZone = textOrNull(value);
        if (bounds.timeZone !== undefined) checkTimeZone(bounds.timeZone);
      },
      relation: intoDraft(bounds, 'relation', relationOf),
    },
  );
}

/** OpenSearch puts the exception of Java in another one. */
function checkTimeZone(id: string): void {
  try {
    parseTimeZone(id);
  } catch (thrown) {
    const cause = asApiError(thrown);
    const name =
      cause.type === 'zone_rules_exception'
        ? 'java.time.zone.ZoneRulesException'
        : 'java.time.DateTimeException';
    throw new ApiError('illegal_argument_exception', `${name}: ${cause.reason}`, { cause });
  }
}

function relationOf(value: JsonValue): 'intersects' | 'contains' | 'within' {
  const text = textOf(value).toLowerCase();
  if (text === 'intersects' || text === 'contains' || text === 'within') return text;
  throw new ApiError(
    'illegal_argument_exception',
    text === 'disjoint'
      ? `[range] query does not support relation [${textOf(value)}]`
      : `${textOf(value)} is not a valid relation`,
  );
}
