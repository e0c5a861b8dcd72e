/** Common parameters of delete by query, update by query and reindex. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import {
  booleanParam,
  floatParam,
  integerParam,
  orDefault,
  type Param,
  type ParamValues,
  timeParam,
} from '@skein/http';
import { doubleOf } from '@skein/reading';
import { type ScriptReference, scriptOfMap } from '@skein/script';
import {
  type LocatedBody,
  readLocatedSearch,
  type SearchRequest,
  type SearchUrlParams,
} from '@skein/search';
import type { ByScrollRequest } from '../../bulk_by_scroll/mod.js';
import { activeShardsParam } from '../document/write_params.js';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_KEEP_ALIVE_MS = 300_000;
const MAX_INT = 2 ** 31 - 1;
/** Documents per page. */
export const DEFAULT_PAGE_SIZE = 1000;
const BY_DOCUMENT = '_doc';

const slicesParam: Param<number | 'auto'> = {
  kind: 'number|auto',
  fallback: 1,
  parse: (_name, text) => {
    if (text === 'auto') return text;
    const slices = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (slices >= 1) return slices;
    throw illegal(`[slices] must be a positive integer or the string "auto", but was [${text}]`);
  },
};

/** `-1` means no limit. */
export const requestsPerSecondParam: Param<number> = {
  kind: 'float',
  fallback: Number.POSITIVE_INFINITY,
  parse: (name, text) => {
    const value = rateOf(name, text);
    if (value === -1) return Number.POSITIVE_INFINITY;
    if (value !== undefined && value > 0) return value;
    throw noRate();
  },
};

function rateOf(name: string, text: string): number | undefined {
  try {
    return floatParam.parse(name, text);
  } catch (thrown) {
    throw noRate(asApiError(thrown).cause);
  }
}

function noRate(cause?: ApiError['cause']): ApiError {
  const reason =
    '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.';
  return new ApiError('illegal_argument_exception', reason, { cause });
}

export const BY_SCROLL_PARAMS = {
  refresh: orDefault(booleanParam, false),
  timeout: orDefault(timeParam, DEFAULT_TIMEOUT_MS),
  wait_for_active_shards: activeShardsParam,
  wait_for_completion: orDefault(booleanParam, true),
  requests_per_second: requestsPerSecondParam,
  slices: slicesParam,
  max_docs: integerParam,
  /**
   * How long another cluster holds a page of a remote reindex; points in time of this cluster are
   * held for as long as they are read.
   */
  scroll: timeParam,
} as const;

type Conflicts = ByScrollRequest['conflicts'];

export function conflictsOf(text: string): Conflicts {
  if (text === 'abort' || text === 'proceed') return text;
  throw illegal(`conflicts may only be "proceed" or "abort" but was [${text}]`);
}

/** The parts of a body that are not the search; as in OpenSearch, null stands for none. */
export interface BodyParts {
  conflicts: Conflicts | undefined;
  script: ScriptReference | undefined;
  maxDocs: number | undefined;
}

/** Splits the parts off a body; the rest is the search. */
export function splitBody(
  { json, locate }: LocatedBody,
  allowed: ReadonlySet<string>,
): { readonly parts: BodyParts; readonly search: LocatedBody } {
  const own = Object.entries(json ?? {}).filter(([key]) => allowed.has(key));
  const rest = Object.entries(json ?? {}).filter(([key]) => !allowed.has(key));
  const parts = readParts(Object.fromEntries(own));
  const search = { json: json && Object.fromEntries(rest), locate };
  return { parts, search };
}

function readParts({
  conflicts = null,
  script = null,
  max_docs: most = null,
}: JsonObject): BodyParts {
  return {
    conflicts: conflicts === null ? undefined : conflictsOf(textOf('conflicts', conflicts)),
    script: script === null ? undefined : scriptOfMap(script),
    maxDocs: most === null ? undefined : countOf('max_docs', most),
  };
}

function textOf(name: string, json: JsonValue): string {
  if (typeof json === 'string') return json;
  throw illegal(`[${name}] must be a string`);
}

/** As in OpenSearch, a fraction is cut off. */
export function countOf(name: string, json: JsonValue): number {
  const isText = typeof json === 'string' && json !== '';
  const isNumber = typeof json === 'number' || typeof json === 'bigint';
  const count = isText || isNumber ? Math.trunc(doubleOf(json)) : Number.NaN;
  if (!(Math.abs(count) <= MAX_INT)) throw illegal(`[${name}] must be an integer`);
  return checkedCount(name, count);
}

function checkedCount(name: string, count: number): number {
  if (count >= 0) return count;
  throw illegal(`[${name}] parameter cannot be negative, found [${count}]`);
}

/** The search for reading pages: in index order unless a sort is given. */
export function pagesOf(body: LocatedBody, url: SearchUrlParams): SearchRequest {
  const request = readLocatedSearch(body, url, false);
  if (request.sort.length > 0) return request;
  const sort = readLocatedSearch({ ...body, json: { sort: [BY_DOCUMENT] } }, {}, false).sort;
  return { ...request, sort };
}

/** Common validation errors of the search. */
export function searchProblems(request: SearchRequest, slices: number | 'auto'): string[] {
  const problems: string[] = [];
  if (request.from > 0) {
    problems.push('using [from] is not allowed in a scroll context');
    problems.push('from is not supported in this context');
  }
  if (request.size === 0) problems.push('[size] cannot be [0] in a scroll context');
  if (request.rescores.length > 0) {
    problems.push('using [rescore] is not allowed in a scroll context');
  }
  if (request.storedFields) problems.push('stored_fields is not supported in this context');
  if (request.pit) problems.push('using [point in time] is not allowed in a scroll context');
  if (request.slice && slices !== 1) {
    problems.push("can't specify both manual and automatic slicing at the same time");
  }
  return problems;
}

/** The one value of `max_docs`, which may be given in several places. */
export function agreedMaxDocs(given: readonly (number | undefined)[]): number | undefined {
  const [first, ...others] = given.filter((value) => value !== undefined);
  const other = others.find((value) => value !== first);
  if (other === undefined) return first;
  throw illegal(`[max_docs] set to two different values [${first}] and [${other}]`);
}

/** Checks the number of documents against the number of slices. */
export function checkedMaxDocs(
  maxDocs: number | undefined,
  slices: number | 'auto',
): number | undefined {
  if (maxDocs === undefined) return undefined;
  checkedCount('max_docs', maxDocs);
  if (slices !== 'auto' && maxDocs < slices) throw illegal('[max_docs] should be >= [slices]');
  return maxDocs;
}

export function commonTerms(
  params: ParamValues<typeof BY_SCROLL_PARAMS>,
): Pick<
  ByScrollRequest,
  'refresh' | 'timeoutMs' | 'waitForActiveShards' | 'requestsPerSecond' | 'slices' | 'keepAlive'
> {
  return {
    refresh: params.refresh,
    timeoutMs: params.timeout,
    waitForActiveShards: params.wait_for_active_shards,
    requestsPerSecond: params.requests_per_second,
    slices: params.slices,
    keepAlive: `${params.scroll ?? DEFAULT_KEEP_ALIVE_MS}ms`,
  };
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
