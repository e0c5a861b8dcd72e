/**
 * Parses a search request from its body and URL. All syntax errors are found here, on the
 * coordinating node; errors that depend on an index are found at its shards.
 */
import { type HitsRequest, parseAggregations } from '@skein/aggregations';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { parseHighlight } from '../highlight/parse_highlight.js';
import {
  booleanOf,
  floatOf,
  integerOf,
  isScalar,
  textOf,
  tokenName,
  withPlace,
} from '../queries/options.js';
import { type ParseQueryOptions, parseQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import { parseRescore } from '../rescore/parse_rescore.js';
import { parseSuggest, parseUrlSuggest } from '../suggest/parse_suggest.js';
import { type BodyLocator, nowhere, placeMetadata } from './body_location.js';
import { emptyRequest, type Mutable } from './empty_request.js';
import { parseCollapse } from './parse_collapse.js';
import {
  parseFieldsAndFormats,
  parseIndicesBoost,
  parseShownFields,
  parseStoredFields,
} from './parse_fields.js';
import { parseKnn } from './parse_knn.js';
import { parsePointInTime } from './parse_pit.js';
import { parseScriptFields } from './parse_script_fields.js';
import { parseSlice } from './parse_slice.js';
import { parseSort, parseUrlSort, SHARD_DOC_FIELD, withoutPointInTime } from './parse_sort.js';
import { parseSource, parseUrlSource } from './parse_source.js';
import { readHits } from './read_hits.js';
import { AD_HOC_PIPELINE, checkSearchPipeline } from './search_pipeline.js';
import type { SearchRequest } from './search_request.js';
import { type SearchUrlParams, urlQueryJson } from './url_params.js';

export type ParseSearchOptions = ParseQueryOptions;

type Draft = Mutable<SearchRequest>;

export function parseSearchRequest(
  body: JsonObject | undefined,
  params: SearchUrlParams,
  options: ParseSearchOptions = {},
): SearchRequest {
  const draft = emptyRequest();
  draft.totalHitsAsInt = options.totalHitsAsInt ?? false;
  if (body !== undefined) {
    draft.given = body;
    readBody(body, draft, options);
  }
  applyUrl(draft, params);
  checkShardOrder(draft);
  return Object.freeze(draft);
}

function checkShardOrder({ sort, pit }: Draft): void {
  if (pit !== undefined || !sort.some(({ field }) => field === SHARD_DOC_FIELD)) return;
  throw new ApiError(
    'action_request_validation_exception',
    `Validation Failed: 1: ${withoutPointInTime()};`,
  );
}

/** The input of a parse, and the parser for nested queries. */
interface Reading {
  readonly body: JsonObject;
  readonly draft: Draft;
  readonly locate: BodyLocator;
  readonly parse: (json: JsonValue) => QueryNode;
  readonly readHits: (json: JsonObject) => HitsRequest;
}

/** Readers of a body key by the kind of its value; a kind without a reader is not accepted. */
interface KeyReader {
  readonly value?: (json: JsonValue, reading: Reading) => void;
  readonly object?: (json: JsonObject, reading: Reading) => void;
  readonly array?: (json: readonly JsonValue[], reading: Reading) => void;
}

function readBody(body: JsonObject, draft: Draft, options: ParseSearchOptions): void {
  const parse = (json: JsonValue) => parseQuery(json, options);
  const readHitsOf = (json: JsonObject) => readHits(json, options);
  const reading = { body, draft, locate: options.locate ?? nowhere, parse, readHits: readHitsOf };
  for (const key of Object.keys(body)) readKey(key, body[key] ?? null, reading);
}

function readKey(key: string, json: JsonValue, reading: Reading): void {
  const reader = BODY_KEYS.get(key);
  try {
    if (isJsonObject(json) && reader?.object) reader.object(json, reading);
    else if (isJsonArray(json) && reader?.array) reader.array(json, reading);
    else if (isScalar(json) && reader?.value) reader.value(json, reading);
    else throw unknownKey(key, json, reading);
  } catch (thrown) {
    throw withPlace(thrown, { locate: reading.locate, inside: reading.body, key });
  }
}

function unknownKey(key: string, json: JsonValue, { locate, body }: Reading): ApiError {
  const location = locate(body, key);
  const metadata = placeMetadata(location);
  const reason = `Unknown key for a ${tokenName(json)} in [${key}].`;
  return new ApiError('parsing_exception', reason, { metadata });
}

/**
 * OpenSearch takes the end of a nested list as the end of the outer list, and then does not know
 * what the outer end belongs to.
 */
function refuseListIn(json: JsonArray, key: string, locate: BodyLocator): void {
  const list = json.find(isJsonArray);
  if (list === undefined) return;
  const location = locate(list);
  const metadata = placeMetadata(location);
  throw new ApiError('parsing_exception', `Unknown key for a END_ARRAY in [${key}].`, { metadata });
}

const readSource = (json: JsonValue, { draft, locate }: Reading): void => {
  draft.source = parseSource(json, locate);
};
const readSort = (json: JsonValue, { draft, locate, parse }: Reading): void => {
  draft.sort = parseSort(json, { locate, parse });
};
const readRescores = (json: JsonValue, { draft, locate, parse }: Reading): void => {
  draft.rescores = parseRescore(json, { locate, parse });
};
const readStoredFields = (json: JsonValue, { draft, locate }: Reading): void => {
  draft.storedFields = parseStoredFields(json, locate);
};
const readIndicesBoost = (json: JsonValue, { draft }: Reading): void => {
  draft.indicesBoost = parseIndicesBoost(json);
};
const readKnn = (json: JsonValue, { draft, parse }: Reading): void => {
  draft.knn = parseKnn(json, parse);
};

/** Keys that affect the contents and the order of hits. */
const RESULT_KEYS: Readonly<Record<string, KeyReader>> = {
  query: {
    object: (json, { draft, parse }) => {
      draft.query = parse(json);
    },
  },
  knn: { object: readKnn, array: readKnn },
  post_filter: {
    object: (json, { draft, parse }) => {
      draft.postFilter = parse(json);
    },
  },
  rescore: { object: readRescores, array: readRescores },
  _source: { value: readSource, object: readSource, array: readSource },
  sort: {
    value: (json, reading) => readSort(textOf(json), reading),
    object: readSort,
    array: readSort,
  },
  stored_fields: { value: readStoredFields, array: readStoredFields },
  indices_boost: { object: readIndicesBoost, array: readIndicesBoost },
  docvalue_fields: {
    array: (json, { draft, locate }) => {
      draft.docvalueFields = parseFieldsAndFormats(json, locate);
      refuseListIn(json, 'docvalue_fields', locate);
    },
  },
  fields: {
    array: (json, { draft, locate }) => {
      draft.fields = parseShownFields(json, locate);
      refuseListIn(json, 'fields', locate);
    },
  },
  derived: {
    object: (json, { draft }) => {
      if (Object.keys(json).length > 0) draft.derived = json;
    },
  },
  runtime_mappings: {
    object: (json, { draft }) => {
      if (Object.keys(json).length > 0) draft.runtimeMappings = json;
    },
  },
  script_fields: {
    object: (json, { draft, locate }) => {
      draft.scriptFields = parseScriptFields(json, locate);
    },
  },
  suggest: {
    object: (json, { draft, locate }) => {
      draft.suggest = parseSuggest(json, { locate });
    },
  },
  highlight: {
    object: (json, { draft, locate, parse }) => {
      draft.highlight = parseHighlight(json, { locate, parse });
    },
  },
  search_after: {
    array: (json, { draft }) => {
      draft.searchAfter = searchAfterOf(json);
    },
  },
};

const readAggregations = (json: JsonObject, reading: Reading): void => {
  const { draft, locate, parse, readHits } = reading;
  const tree = parseAggregations(json, { locate, readQuery: parse, readHits });
  const isEmpty = tree.children.length + tree.pipelines.length === 0;
  draft.aggregations = isEmpty ? undefined : tree;
};

/** Only plugins define members of `ext`, and there are no plugins. */
function refuseExtensions(json: JsonObject): void {
  if (Object.keys(json).length === 0) return;
  throw new ApiError(
    'x_content_parse_exception',
    'unknown named object category [org.opensearch.search.SearchExtBuilder]',
  );
}

/** Keys that restrict the searched documents or describe the caller. */
const SCOPE_KEYS: Readonly<Record<string, KeyReader>> = {
  collapse: {
    object: (json, { draft, locate }) => {
      draft.collapse = parseCollapse(json, locate);
    },
  },
  slice: {
    object: (json, { draft, locate }) => {
      draft.slice = parseSlice(json, locate);
    },
  },
  pit: {
    object: (json, { draft, locate }) => {
      draft.pit = parsePointInTime(json, locate);
    },
  },
  stats: {
    array: (json, { draft }) => {
      draft.statsGroups = json.map(textOf);
    },
  },
};

function flag(
  key:
    | 'version'
    | 'seqNoPrimaryTerm'
    | 'explain'
    | 'profile'
    | 'trackScores'
    | 'includeNamedQueriesScore'
    | 'verbosePipeline',
): KeyReader {
  return {
    value: (json, { draft }) => {
      draft[key] = booleanOf(json);
    },
  };
}

const SCALAR_KEYS: Readonly<Record<string, KeyReader>> = {
  from: {
    value: (json, { draft }) => {
      draft.from = notNegative('from', integerOf(json));
    },
  },
  size: {
    value: (json, { draft }) => {
      draft.size = notNegative('size', integerOf(json));
    },
  },
  timeout: {
    value: (json, { draft }) => {
      draft.timeoutMs = timeoutOf(textOf(json));
    },
  },
  terminate_after: {
    value: (json, { draft }) => {
      // OpenSearch also accepts a negative value and then terminates at once.
      draft.terminateAfter = integerOf(json) || undefined;
    },
  },
  min_score: {
    value: (json, { draft }) => {
      draft.minScore = floatOf(json);
    },
  },
  track_total_hits: {
    value: (json, { draft }) => {
      draft.trackTotalHits = bodyTrackTotalHits(json);
    },
  },
  version: flag('version'),
  explain: flag('explain'),
  profile: flag('profile'),
  seq_no_primary_term: flag('seqNoPrimaryTerm'),
  track_scores: flag('trackScores'),
  include_named_queries_score: flag('includeNamedQueriesScore'),
};

const PIPELINE_KEYS: Readonly<Record<string, KeyReader>> = {
  search_pipeline: {
    object: (json, { draft }) => {
      checkSearchPipeline(AD_HOC_PIPELINE, json);
      draft.searchPipeline = json;
    },
    value: (json, reading) => {
      if (json === null) throw unknownKey('search_pipeline', json, reading);
      reading.draft.searchPipeline = textOf(json);
    },
  },
  verbose_pipeline: flag('verbosePipeline'),
};

const OTHER_KEYS: Readonly<Record<string, KeyReader>> = {
  ext: { object: refuseExtensions },
  aggs: { object: readAggregations },
  aggregations: { object: readAggregations },
};

const BODY_KEYS: ReadonlyMap<string, KeyReader> = new Map(
  [RESULT_KEYS, SCOPE_KEYS, SCALAR_KEYS, PIPELINE_KEYS, OTHER_KEYS].flatMap((keys) =>
    Object.entries(keys),
  ),
);

/** The members that a body may have. */
export function searchMembers(): readonly string[] {
  return [...BODY_KEYS.keys()];
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `[${name}] parameter cannot be negative, found [${value}]`,
  );
}

/**
 * An explicit "no limit", which the cluster's default does not replace: longer than any search
 * takes.
 */
const NO_TIMEOUT_MS = Number.MAX_SAFE_INTEGER;

/** Parses a timeout; `-1` means no limit. */
function timeoutOf(text: string): number {
  const ms = readTimeMs('timeout', text);
  return ms < 0 ? NO_TIMEOUT_MS : ms;
}

/** Returns `undefined` for 0, which means no limit. */
export function terminateAfterOf(count: number): number | undefined {
  if (count < 0) throw new ApiError('illegal_argument_exception', 'terminateAfter must be > 0');
  return count === 0 ? undefined : count;
}

function bodyTrackTotalHits(json: JsonValue): number {
  if (typeof json === 'boolean' || json === 'true' || json === 'false') {
    return booleanOf(json) ? Number.POSITIVE_INFINITY : -1;
  }
  const count = integerOf(json);
  if (count >= -1) return count;
  // OpenSearch detects this only when collection starts, and throws an exception without a message
  // of its own.
  throw new ApiError('search_phase_execution_exception', '', {
    status: 400,
    rootCauses: [],
    cause: new ApiError('illegal_argument_exception', `value must be >= 0, got ${count}`),
  });
}

function urlTrackTotalHits(text: string): number {
  if (text === 'true') return Number.POSITIVE_INFINITY;
  if (text === 'false') return -1;
  const count = urlCount(text);
  if (count >= -1) return count;
  throw new ApiError(
    'illegal_argument_exception',
    `[track_total_hits] parameter must be positive or equals to -1, got ${count}`,
  );
}

function urlCount(text: string): number {
  if (/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) <= 0x7fffffff) return Number(text);
  const reason = `Failed to parse int parameter [track_total_hits] with value [${text}]`;
  const cause = new ApiError('number_format_exception', `For input string: "${text}"`);
  throw new ApiError('illegal_argument_exception', reason, { cause });
}

function searchAfterOf(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length === 0) {
    throw new ApiError('illegal_argument_exception', 'Values must contains at least one value.');
  }
  for (const value of values) {
    if (isJsonObject(value) || isJsonArray(value)) {
      const reason = `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${tokenName(value)}] inside search_after.`;
      throw new ApiError('parsing_exception', reason);
    }
  }
  return values;
}

function applyUrl(draft: Draft, params: SearchUrlParams): void {
  const query = urlQueryJson(params);
  if (query) {
    draft.query = parseQuery(query);
    draft.given = { ...draft.given, query };
  }
  if (params.from !== undefined) draft.from = notNegative('from', params.from);
  if (params.size !== undefined) draft.size = notNegative('size', params.size);
  // The sort of the body comes first.
  if (params.sort) draft.sort = [...draft.sort, ...parseUrlSort(params.sort)];
  const source = params.source && parseUrlSource(params.source);
  if (source) draft.source = source;
  if (params.storedFields) draft.storedFields = parseStoredFields(params.storedFields);
  if (params.docvalueFields) {
    draft.docvalueFields = parseFieldsAndFormats(params.docvalueFields);
  }
  if (params.terminateAfter !== undefined) {
    draft.terminateAfter = terminateAfterOf(params.terminateAfter);
  }
  if (params.timeoutMs !== undefined) {
    draft.timeoutMs = params.timeoutMs < 0 ? NO_TIMEOUT_MS : params.timeoutMs;
  }
  draft.timeoutMs ??= params.defaultTimeoutMs;
  if (params.trackTotalHits !== undefined) {
    draft.trackTotalHits = urlTrackTotalHits(params.trackTotalHits);
  }
  const { suggestField: field, suggestText, suggestSize: size, suggestMode: mode } = params;
  if (field !== undefined) {
    const text = suggestText ?? params.q;
    draft.suggest = parseUrlSuggest({ field, text, size, mode }, { locate: nowhere });
  }
  draft.trackScores = params.trackScores ?? draft.trackScores;
  draft.version = params.version ?? draft.version;
  draft.explain = params.explain ?? draft.explain;
  draft.seqNoPrimaryTerm = params.seqNoPrimaryTerm ?? draft.seqNoPrimaryTerm;
  draft.typedKeys = params.typedKeys;
  draft.requestCache = params.requestCache;
  draft.maxBuckets = params.maxBuckets;
  draft.typeName = params.typeName;
  draft.statsGroups = params.statsGroups ?? draft.statsGroups;
  draft.includeNamedQueriesScore =
    params.includeNamedQueriesScore ?? draft.includeNamedQueriesScore;
}
