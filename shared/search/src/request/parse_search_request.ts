/**
 * A search request from its body and its URL. Every fault of form is found here, on the coordinating node; what depends on an
 * index is found at its shards.
 */
import { parseTimeMs } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, floatOf, integerOf, textOf, tokenName } from '../queries/options.js';
import { parseQuery } from '../queries/parse_query.js';
import { parseRescore } from '../rescore/parse_rescore.js';
import { type BodyLocator, nowhere } from './body_location.js';
import { emptyRequest, type Mutable } from './empty_request.js';
import { LATER_BODY_KEYS } from './later_features.js';
import { parseCollapse } from './parse_collapse.js';
import { parseFieldsAndFormats, parseIndicesBoost, parseStoredFields } from './parse_fields.js';
import { parseKnn } from './parse_knn.js';
import { parsePointInTime } from './parse_pit.js';
import { parseScriptFields } from './parse_script_fields.js';
import { parseSlice } from './parse_slice.js';
import { parseSort, parseUrlSort } from './parse_sort.js';
import { parseSource, parseUrlSource } from './parse_source.js';
import type { SearchRequest } from './search_request.js';
import { type SearchUrlParams, urlQuery } from './url_params.js';

export interface ParseSearchOptions {
  readonly locate?: BodyLocator;
  readonly maxNestedDepth?: number;
}

type Draft = Mutable<SearchRequest>;

export function parseSearchRequest(
  body: JsonObject | undefined,
  params: SearchUrlParams,
  options: ParseSearchOptions = {},
): SearchRequest {
  const draft = emptyRequest();
  const readers = bodyReaders(draft, options);
  for (const [key, value = null] of Object.entries(body ?? {})) {
    readKey(key, value, { readers, locate: options.locate ?? nowhere });
  }
  applyUrl(draft, params);
  return Object.freeze(draft);
}

/** A key of the body is read differently, or not at all, by the kind of value it has. */
interface KeyReader {
  readonly value?: (json: JsonValue) => void;
  readonly object?: (json: JsonObject) => void;
  readonly array?: (json: readonly JsonValue[]) => void;
}

interface Reading {
  readonly readers: Readonly<Record<string, KeyReader>>;
  readonly locate: BodyLocator;
}

function readKey(key: string, json: JsonValue, { readers, locate }: Reading): void {
  const refuse = LATER_BODY_KEYS.get(key);
  if (refuse) {
    refuse(json);
    return;
  }
  const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
  if (isJsonObject(json) && reader?.object) reader.object(json);
  else if (isJsonArray(json) && reader?.array) reader.array(json);
  else if (json !== null && typeof json !== 'object' && reader?.value) reader.value(json);
  else throw unknownKey(key, json, locate);
}

function unknownKey(key: string, json: JsonValue, locate: BodyLocator): ApiError {
  const location = locate(json);
  const metadata = location ? { line: location.line, col: location.column } : {};
  const reason = `Unknown key for a ${tokenName(json)} in [${key}].`;
  return new ApiError('parsing_exception', reason, { metadata });
}

function bodyReaders(
  draft: Draft,
  options: ParseSearchOptions,
): Readonly<Record<string, KeyReader>> {
  const locate = options.locate ?? nowhere;
  const check = <T extends JsonValue>(json: T): T => {
    parseQuery(json, options);
    return json;
  };
  const source = (json: JsonValue) => {
    draft.source = parseSource(json);
  };
  const sort = (json: JsonValue) => {
    draft.sort = parseSort(json, { locate, check });
  };
  const rescore = (json: JsonValue) => {
    draft.rescores = parseRescore(json, { locate, check });
  };
  const stored = (json: JsonValue) => {
    draft.storedFields = parseStoredFields(json);
  };
  const boosts = (json: JsonValue) => {
    draft.indicesBoost = parseIndicesBoost(json);
  };
  return {
    ...scalarReaders(draft),
    ...scopeReaders(draft, locate),
    query: {
      object: (json) => {
        draft.query = check(json);
      },
    },
    knn: knnReader(draft, check),
    post_filter: {
      object: (json) => {
        draft.postFilter = check(json);
      },
    },
    rescore: { object: rescore, array: rescore },
    _source: { value: source, object: source, array: source },
    sort: { value: sort, object: sort, array: sort },
    stored_fields: { value: stored, array: stored },
    indices_boost: { object: boosts, array: boosts },
    docvalue_fields: {
      array: (json) => {
        draft.docvalueFields = parseFieldsAndFormats('docvalue_fields', json);
      },
    },
    fields: {
      array: (json) => {
        draft.fields = parseFieldsAndFormats('fields', json);
      },
    },
    derived: {
      object: (json) => {
        if (Object.keys(json).length > 0) draft.derived = json;
      },
    },
    script_fields: {
      object: (json) => {
        draft.scriptFields = parseScriptFields(json, locate);
      },
    },
    search_after: {
      array: (json) => {
        draft.searchAfter = searchAfterOf(json);
      },
    },
  };
}

/** Which documents are searched at all, and for whom. */
function scopeReaders(draft: Draft, locate: BodyLocator): Readonly<Record<string, KeyReader>> {
  return {
    collapse: {
      object: (json) => {
        draft.collapse = parseCollapse(json, locate);
      },
    },
    slice: {
      object: (json) => {
        draft.slice = parseSlice(json, locate);
      },
    },
    pit: {
      object: (json) => {
        draft.pit = parsePointInTime(json, locate);
      },
    },
    // Names of groups for per-group statistics: a hint without effect on the answer.
    stats: { array: (json) => json.forEach(textOf) },
  };
}

function knnReader(draft: Draft, check: <T extends JsonValue>(json: T) => T): KeyReader {
  const read = (json: JsonValue) => {
    draft.knn = parseKnn(json, check);
  };
  return { object: read, array: read };
}

function scalarReaders(draft: Draft): Readonly<Record<string, KeyReader>> {
  const flag = (
    key: 'version' | 'seqNoPrimaryTerm' | 'explain' | 'trackScores' | 'includeNamedQueriesScore',
  ) => ({
    value: (json: JsonValue) => {
      draft[key] = booleanOf(json);
    },
  });
  return {
    from: {
      value: (json) => {
        draft.from = notNegative('from', integerOf(json));
      },
    },
    size: {
      value: (json) => {
        draft.size = notNegative('size', integerOf(json));
      },
    },
    timeout: {
      value: (json) => {
        draft.timeoutMs = timeoutOf(textOf(json));
      },
    },
    terminate_after: {
      value: (json) => {
        draft.terminateAfter = terminateAfterOf(integerOf(json));
      },
    },
    min_score: {
      value: (json) => {
        draft.minScore = floatOf(json);
      },
    },
    track_total_hits: {
      value: (json) => {
        draft.trackTotalHits = bodyTrackTotalHits(json);
      },
    },
    version: flag('version'),
    explain: flag('explain'),
    seq_no_primary_term: flag('seqNoPrimaryTerm'),
    track_scores: flag('trackScores'),
    include_named_queries_score: flag('includeNamedQueriesScore'),
  };
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `[${name}] parameter cannot be negative, found [${value}]`,
  );
}

/** `-1`: no limit. */
function timeoutOf(text: string): number | undefined {
  const ms = parseTimeMs(text);
  if (ms === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `failed to parse setting [timeout] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  return ms < 0 ? undefined : ms;
}

/** 0: no limit. */
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
  // The reference finds this only when it starts to collect, and says so with an exception that has no text of its own.
  throw new ApiError('search_phase_execution_exception', '', {
    status: 400,
    rootCauses: [],
    cause: new ApiError('illegal_argument_exception', `value must be >= 0, got ${count}`),
  });
}

function urlTrackTotalHits(text: string): number {
  if (text === 'true' || text === '') return Number.POSITIVE_INFINITY;
  if (text === 'false') return -1;
  const count = integerOf(text);
  if (count >= -1) return count;
  throw new ApiError(
    'illegal_argument_exception',
    `[track_total_hits] parameter must be positive or equals to -1, got ${count}`,
  );
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
  const query = urlQuery(params);
  if (query) draft.query = query;
  if (params.from !== undefined) draft.from = notNegative('from', params.from);
  if (params.size !== undefined) draft.size = notNegative('size', params.size);
  if (params.sort) draft.sort = parseUrlSort(params.sort);
  const source = params.source && parseUrlSource(params.source);
  if (source) draft.source = source;
  if (params.storedFields) draft.storedFields = parseStoredFields(params.storedFields);
  if (params.docvalueFields) {
    draft.docvalueFields = parseFieldsAndFormats('docvalue_fields', params.docvalueFields);
  }
  if (params.terminateAfter !== undefined) {
    draft.terminateAfter = terminateAfterOf(params.terminateAfter);
  }
  if (params.timeoutMs !== undefined) {
    draft.timeoutMs = params.timeoutMs < 0 ? undefined : params.timeoutMs;
  }
  if (params.trackTotalHits !== undefined) {
    draft.trackTotalHits = urlTrackTotalHits(params.trackTotalHits);
  }
  draft.trackScores = params.trackScores ?? draft.trackScores;
  draft.version = params.version ?? draft.version;
  draft.explain = params.explain ?? draft.explain;
  draft.seqNoPrimaryTerm = params.seqNoPrimaryTerm ?? draft.seqNoPrimaryTerm;
  draft.includeNamedQueriesScore =
    params.includeNamedQueriesScore ?? draft.includeNamedQueriesScore;
}
