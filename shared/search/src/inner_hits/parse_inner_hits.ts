/**
 * `inner_hits` of a joining query: selects the joined documents that a hit shows, and their parts.
 */

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectOf,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseHighlight } from '../highlight/parse_highlight.js';
import {
  booleanOf,
  integerOf,
  isScalar,
  readingAt,
  textOf,
  tokenName,
} from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryParseContext } from '../queries/query_parse_context.js';
import { type BodyLocator, placeMetadata } from '../request/body_location.js';
import { emptyRequest, type Mutable } from '../request/empty_request.js';
import { type FieldReaders, into, itemsOf, readFields } from '../request/object_fields.js';
import {
  parseFieldsAndFormats,
  parseShownFields,
  parseStoredFields,
} from '../request/parse_fields.js';
import { parseScriptFields } from '../request/parse_script_fields.js';
import { parseSort } from '../request/parse_sort.js';
import { parseSource } from '../request/parse_source.js';
import { mapQueries, queriesOf } from '../request/request_queries.js';
import type { SearchRequest } from '../request/search_request.js';

export interface InnerHitsOptions {
  /** The name in the response; `undefined` means the name of the joined path or type. */
  readonly name: string | undefined;
  readonly ignoreUnmapped: boolean;
  /** The search request for the joined documents. */
  readonly request: SearchRequest;
}

/** The parameters of a joining query. */
interface Joining {
  readonly inner: QueryNode;
  readonly innerHits: InnerHitsOptions | undefined;
}

/** The query of the joined documents and the queries inside its `inner_hits`. */
export function joinedQueries({ inner, innerHits }: Joining): readonly QueryNode[] {
  return innerHits ? [inner, ...queriesOf(innerHits.request)] : [inner];
}

export function withJoinedQueries<Params extends Joining>(
  params: Params,
  [inner = params.inner, ...others]: readonly QueryNode[],
): Params {
  const { innerHits } = params;
  if (innerHits === undefined) return { ...params, inner };
  const request = mapQueries(innerHits.request, (query) => others.shift() ?? query);
  return { ...params, inner, innerHits: { ...innerHits, request } };
}

const DEFAULT_SIZE = 3;

function emptyHits({ totalHitsAsInt }: QueryParseContext): Mutable<SearchRequest> {
  return { ...emptyRequest(), size: DEFAULT_SIZE, totalHitsAsInt };
}

export function parseInnerHits(body: JsonObject, context: QueryParseContext): InnerHitsOptions {
  const draft = emptyHits(context);
  const options: { name: string | undefined; ignoreUnmapped: boolean } = {
    name: undefined,
    ignoreUnmapped: false,
  };
  const own: FieldReaders = {
    name: into(options, 'name', 'string', textOf),
    ignore_unmapped: into(options, 'ignoreUnmapped', 'boolean', booleanOf),
  };
  const readers = { ...own, ...searchReaders(draft, context), ...REFUSED };
  readFields(body, readers, { name: 'inner_hits', locate: context.locate });
  return { ...options, request: Object.freeze(draft) };
}

/** Parses the `top_hits` aggregation. */
export function parseTopHits(body: JsonObject, context: QueryParseContext): SearchRequest {
  const draft = emptyHits(context);
  const { locate } = context;
  const readers: FieldReaders = {
    ...searchReaders(draft, context, (json) => (isJsonArray(json) ? json : [])),
    script_fields: (json) => {
      draft.scriptFields = parseScriptFields(objectOf(json), locate, 'script_fields');
    },
  };
  for (const [key, json = null] of Object.entries(body)) {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader === undefined || !takenAs(key, json)) throw unknownKey(key, json, body, locate);
    const read = typeof reader === 'function' ? reader : reader[1];
    readingAt({ locate, inside: body, key }, () => read(json));
  }
  return Object.freeze(draft);
}

const LISTS: ReadonlySet<string> = new Set(['docvalue_fields', 'fields']);
const OBJECTS: ReadonlySet<string> = new Set(['script_fields', 'highlight']);
const TAKEN_AS_LISTS: ReadonlySet<string> = new Set([...LISTS, 'stored_fields', '_source', 'sort']);
const TAKEN_AS_OBJECTS: ReadonlySet<string> = new Set([...OBJECTS, '_source', 'sort']);

/**
 * Tells which kinds of JSON values an option accepts: OpenSearch reads options token by token, like
 * the body of a search.
 */
function takenAs(key: string, json: JsonValue): boolean {
  if (isJsonArray(json)) return TAKEN_AS_LISTS.has(key);
  if (isJsonObject(json)) return TAKEN_AS_OBJECTS.has(key);
  return json !== null && !LISTS.has(key) && !OBJECTS.has(key);
}

function unknownKey(
  key: string,
  json: JsonValue,
  inside: JsonObject,
  locate: BodyLocator,
): ApiError {
  const place = locate(inside, key);
  return new ApiError('parsing_exception', `Unknown key for a ${tokenName(json)} in [${key}].`, {
    metadata: placeMetadata(place),
  });
}

/** Options of a search that inner hits do not support. */
const REFUSED: FieldReaders = {
  collapse: () => {
    const reason = '[inner_hits] [collapse] is not supported';
    throw new ApiError('illegal_argument_exception', reason);
  },
};

/** The options that inner hits share with a search. */
function searchReaders(
  draft: Mutable<SearchRequest>,
  { locate, parse }: QueryParseContext,
  /** Returns the items of a list of fields. */
  listed: (json: JsonValue) => readonly JsonValue[] = itemsOf,
): FieldReaders {
  const flag = (key: 'explain' | 'version' | 'seqNoPrimaryTerm' | 'trackScores') =>
    into(draft, key, 'boolean', booleanOf);
  const count = (key: 'from' | 'size') =>
    into(draft, key, 'number', (json) => notNegative(key, integerOf(json)));
  return {
    from: count('from'),
    size: count('size'),
    explain: flag('explain'),
    version: flag('version'),
    seq_no_primary_term: flag('seqNoPrimaryTerm'),
    track_scores: flag('trackScores'),
    stored_fields: into(draft, 'storedFields', 'string_array', (json) =>
      parseStoredFields(json, locate),
    ),
    script_fields: into(draft, 'scriptFields', 'object', (json) => parseScriptFields(json, locate)),
    highlight: into(draft, 'highlight', 'object', (json) =>
      parseHighlight(json, { locate, parse }),
    ),
    docvalue_fields: into(draft, 'docvalueFields', 'object_array', (json) =>
      parseFieldsAndFormats(listed(json), locate),
    ),
    fields: into(draft, 'fields', 'object_array', (json) => parseShownFields(listed(json), locate)),
    sort: into(draft, 'sort', 'object_array', (json: JsonValue) =>
      parseSort(isScalar(json) ? textOf(json) : json, { locate, parse }),
    ),
    _source: into(draft, 'source', 'object_array_boolean_or_string', (json) =>
      parseSource(json, locate),
    ),
  };
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `illegal ${name} value, at least 0 or higher required`,
  );
}
