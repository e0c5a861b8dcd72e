/**
 * The time parameters of an asynchronous search. Elasticsearch and OpenSearch have different
 * bounds.
 */
import { formatTimeMs } from '@skein/base';
import { clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import {
  booleanParam,
  integerParam,
  orDefault,
  type ParamValues,
  type RequestBody,
  timeParam,
} from '@skein/http';
import { readLocatedSearch } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import type { AsyncLook } from '../../async_search/mod.js';
import type { UnreadSearchCall } from '../../search_coordinator/mod.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { searchCallOf } from '../search/search.js';
import { locatedBody } from '../search/search_body.js';
import { BESIDE_QUERY_STRING, SEARCH_PARAMS } from '../search/search_params.js';

const DEFAULT_WAIT_MS = 1000;
/** Smaller than for other searches, so that partial results appear sooner. */
const BATCHED_REDUCE_SIZE = 5;
const DAY_MS = 24 * 60 * 60_000;

export const WAIT_PARAM = { wait_for_completion_timeout: timeParam } as const;

/** A scroll cannot continue without its caller. */
const { scroll: _scroll, ...PAGE_PARAMS } = SEARCH_PARAMS;

export const SUBMIT_PARAMS = {
  ...PAGE_PARAMS,
  batched_reduce_size: orDefault(integerParam, BATCHED_REDUCE_SIZE),
  wait_for_completion_timeout: orDefault(timeParam, DEFAULT_WAIT_MS),
  keep_on_completion: orDefault(booleanParam, false),
  keep_alive: timeParam,
} as const;

/** Lifetime of a stored response: the default and the minimum. */
export const ELASTICSEARCH_LIFE = { defaultMs: 5 * DAY_MS, leastMs: 1000 } as const;
export const OPENSEARCH_LIFE = { defaultMs: DAY_MS, leastMs: 60_000 } as const;

export interface Life {
  readonly defaultMs: number;
  readonly leastMs: number;
}

function keepAliveOf(given: number | undefined, { defaultMs, leastMs }: Life): number {
  if (given === undefined) return defaultMs;
  if (given >= leastMs) return given;
  throw new ApiError(
    'action_request_validation_exception',
    `Validation Failed: 1: [keep_alive] must be greater than or equal to [${formatTimeMs(leastMs)}], got: [${formatTimeMs(given)}];`,
  );
}

/** Refuses a longer keep-alive than `plugins.asynchronous_search.max_keep_alive`. */
export function refuseLongLife(
  keepAliveMs: number | undefined,
  { masterService }: Pick<ShapeActors['search'], 'masterService'>,
): void {
  const { key } = CLUSTER.search.maxAsyncKeepAlive;
  const settings = clusterSettings(masterService.state());
  const most = readSetting(settings, CLUSTER.search.maxAsyncKeepAlive);
  if (keepAliveMs === undefined || keepAliveMs <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Keep alive for asynchronous search (${keepAliveMs}) is too large It must be less than (${formatTimeMs(most)}).This limit can be set by changing the [${key}] setting.`,
  );
}

/** The wait of the request, and the new keep-alive. */
export function lookOf(
  params: {
    readonly wait_for_completion_timeout: number | undefined;
    readonly keep_alive: number | undefined;
  },
  life: Life,
): AsyncLook {
  const { wait_for_completion_timeout: waitMs = 0, keep_alive: keepAliveMs } = params;
  return {
    waitMs,
    keepAliveMs: keepAliveMs === undefined ? undefined : keepAliveOf(keepAliveMs, life),
  };
}

/** Throws the errors of the body before the search starts. */
function checkSearchBody(body: RequestBody): void {
  readLocatedSearch(locatedBody(body), {}, false);
}

/** Copies the body, because the search outlives the request that owns the bytes. */
function keptCall(call: UnreadSearchCall): UnreadSearchCall {
  const { unread } = call;
  return { ...call, unread: { ...unread, body: unread.body.slice() } };
}

/** The parameters that both forms of submitting a search read from the request. */
export function readSubmission(
  index: string | undefined,
  {
    params,
    body,
  }: { readonly params: ParamValues<typeof SUBMIT_PARAMS>; readonly body: RequestBody },
  life: Life,
) {
  return {
    call: keptCall(searchCallOf(index, { ...params, scroll: undefined }, body)),
    terms: {
      waitMs: params.wait_for_completion_timeout,
      keepOnCompletion: params.keep_on_completion,
      keepAliveMs: keepAliveOf(params.keep_alive, life),
    },
  };
}

/** The common part of the endpoints of both forms. */
export const SUBMISSION = {
  shape: 'search',
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  checkBody: checkSearchBody,
} as const;
