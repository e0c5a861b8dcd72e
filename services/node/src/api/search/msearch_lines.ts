/** The lines of `_msearch`: a header with the indices and parameters, then the search. */
import {
  BODY_LIMITS,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  lineRanges,
  parseJson,
  parseJsonInPieces,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { splitList, timeParam } from '@skein/http';
import { markScriptParams } from '@skein/java';
import { javaText } from '@skein/mapping';
import { bodyLocator, readLocatedSearch, tokenName } from '@skein/search';
import type { SearchCall } from '../../search_coordinator/mod.js';
import { WILDCARD_STATES } from '../common_params.js';
import { namedFlag } from '../named_flag.js';
import { searchType } from './search_params.js';

interface MultiSearchDefaults {
  readonly index: string | undefined;
  readonly ignoreUnavailable?: boolean | undefined;
  readonly allowNoIndices?: boolean | undefined;
  readonly expandWildcards?: readonly string[] | undefined;
  readonly ignoreThrottled?: boolean | undefined;
  readonly routing?: string | undefined;
  readonly searchType: string | undefined;
  readonly restTotalHitsAsInt: boolean;
  /** True to prefix the names of aggregations with their types. */
  readonly typedKeys: boolean | undefined;
  readonly maxConcurrentShardRequests: number | undefined;
  readonly preFilterShardSize: number | undefined;
  readonly cancelAfterMs?: number | undefined;
  /** True if types in headers are ignored. */
  readonly takesTypes?: boolean;
}

const NEWLINE = 0x0a;

/** Pauses after each search. */
export function* readMultiSearch(
  bytes: Uint8Array,
  defaults: MultiSearchDefaults,
): Generator<void, readonly SearchCall[]> {
  const calls: SearchCall[] = [];
  for (const { call, line, requestCache } of yield* readSearchLines(bytes, defaults)) {
    const json = yield* objectOf(line);
    const marked = markScriptParams(line, json);
    const located = { json: marked, locate: bodyLocator(line, marked) };
    const { typedKeys, restTotalHitsAsInt } = defaults;
    const url = { typedKeys, requestCache };
    calls.push({ ...call, request: readLocatedSearch(located, url, restTotalHitsAsInt) });
    yield;
  }
  return calls;
}

/** A search whose body is not parsed yet. */
export interface SearchLine {
  readonly call: Omit<SearchCall, 'request'>;
  readonly line: Uint8Array;
  /** The value in its header. */
  readonly requestCache: boolean | undefined;
}

/** Returns at least one search; pauses after each. */
export function* readSearchLines(
  bytes: Uint8Array,
  defaults: MultiSearchDefaults,
): Generator<void, readonly SearchLine[]> {
  if (bytes[bytes.length - 1] !== NEWLINE) {
    throw new ApiError(
      'illegal_argument_exception',
      'The msearch request must be terminated by a newline [\n]',
    );
  }
  const calls: SearchLine[] = [];
  let header: JsonObject | undefined;
  for (const { start, end } of lineRanges(bytes)) {
    const line = bytes.subarray(start, end);
    // As in OpenSearch, the lines may begin after an empty one.
    if (start === 0 && bytes[0] === NEWLINE) continue;
    if (header === undefined) {
      header = headerOf(line);
      continue;
    }
    calls.push({ ...callOf(header, defaults), line });
    header = undefined;
    yield;
  }
  // A last header without a search is validated and then ignored.
  if (header !== undefined) callOf(header, defaults);
  if (calls.length > 0) return calls;
  const reason = 'Validation Failed: 1: no requests added;';
  throw new ApiError('action_request_validation_exception', reason);
}

/** A header is empty if its line is blank or holds another value than an object. */
function headerOf(line: Uint8Array): JsonObject {
  if (isBlank(line)) return {};
  const json = parseJson(line);
  return isJsonObject(json) ? json : {};
}

function callOf(header: JsonObject, defaults: MultiSearchDefaults): Omit<SearchLine, 'line'> {
  const meta = new HeaderReader(header);
  const call = {
    target: {
      indices:
        meta.list('index', 'indices') ?? (defaults.index === undefined ? [] : [defaults.index]),
      ignoreUnavailable:
        meta.flag('ignore_unavailable', 'ignoreUnavailable') ?? defaults.ignoreUnavailable,
      allowNoIndices: meta.flag('allow_no_indices', 'allowNoIndices') ?? defaults.allowNoIndices,
      expandWildcards: meta.list('expand_wildcards', 'expandWildcards') ?? defaults.expandWildcards,
      ignoreThrottled: meta.flag('ignore_throttled', 'ignoreThrottled') ?? defaults.ignoreThrottled,
    },
    searchType: searchType(meta.text('search_type', 'searchType') ?? defaults.searchType),
    routing: meta.joined('routing') ?? defaults.routing,
    preference: meta.text('preference'),
    allowPartialSearchResults: meta.flag('allow_partial_search_results'),
    restTotalHitsAsInt: defaults.restTotalHitsAsInt,
    maxConcurrentShardRequests: defaults.maxConcurrentShardRequests,
    preFilterShardSize: defaults.preFilterShardSize,
    cancelAfterMs:
      meta.timeMs('cancel_after_time_interval', 'cancelAfterTimeInterval') ??
      defaults.cancelAfterMs,
  };
  const requestCache = meta.flag('request_cache', 'requestCache');
  meta.flag('ccs_minimize_roundtrips', 'ccsMinimizeRoundtrips');
  if (defaults.takesTypes === true) meta.list('type', 'types');
  meta.refuseUnread();
  checkWildcards(call.target.expandWildcards);
  return { call, requestCache };
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function* objectOf(line: Uint8Array): Generator<void, JsonObject> {
  if (isBlank(line)) throw noObject('null');
  const json = yield* parseJsonInPieces(line, BODY_LIMITS);
  if (isJsonObject(json)) return json;
  throw noObject(tokenName(json));
}

function noObject(token: string): ApiError {
  const reason = `Expected [START_OBJECT] but found [${token}]`;
  return new ApiError('parsing_exception', reason, { metadata: { line: 1, col: 1 } });
}

function checkWildcards(words: readonly string[] | undefined): void {
  const known: readonly string[] = WILDCARD_STATES;
  const unknown = words?.find((word) => !known.includes(word));
  if (unknown === undefined) return;
  throw new ApiError('illegal_argument_exception', `No valid expand wildcard value [${unknown}]`);
}

/** Reads keys of a header, and knows which were not read. */
class HeaderReader {
  readonly #header: JsonObject;
  readonly #read = new Set<string>();

  constructor(header: JsonObject) {
    this.#header = header;
  }

  list(...names: readonly string[]): readonly string[] | undefined {
    const value = this.#take(names);
    if (value === undefined || value === null) return undefined;
    if (isJsonArray(value)) return value.map(javaText);
    return splitList(javaText(value));
  }

  /** A text, or the items of a list, separated by commas. */
  joined(name: string): string | undefined {
    const value = this.#take([name]);
    if (value === undefined || value === null) return undefined;
    return isJsonArray(value) ? value.map(javaText).join(',') : javaText(value);
  }

  text(...names: readonly string[]): string | undefined {
    const value = this.#take(names);
    return value === undefined || value === null ? undefined : javaText(value);
  }

  /** A time; a number without a unit counts milliseconds. */
  timeMs(...names: readonly string[]): number | undefined {
    const value = this.#take(names);
    if (value === undefined || value === null) return undefined;
    const isCount = typeof value === 'number' && value >= 0;
    const text = isCount ? `${Math.trunc(value)}ms` : javaText(value);
    return timeParam.parse('XContentMapValues.nodeTimeValue', text);
  }

  flag(name: string, ...others: readonly string[]): boolean | undefined {
    const value = this.#take([name, ...others]);
    return value === undefined || value === null ? undefined : namedFlag(name, value);
  }

  refuseUnread(): void {
    const unread = Object.keys(this.#header).find((key) => !this.#read.has(key));
    if (unread === undefined) return;
    throw new ApiError(
      'illegal_argument_exception',
      `key [${unread}] is not supported in the metadata section`,
    );
  }

  #take(names: readonly string[]): JsonValue | undefined {
    for (const name of names) this.#read.add(name);
    const name = names.find((each) => Object.hasOwn(this.#header, each));
    return name === undefined ? undefined : this.#header[name];
  }
}
