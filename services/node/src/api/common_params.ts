/** Parameters that many endpoints share. Spread them into an endpoint's table. */
import {
  booleanParam,
  enumListParam,
  orDefault,
  type Param,
  type ParamValues,
  timeParam,
} from '@skein/http';
import { checkActiveShardCount } from '../master_service/mod.js';
import { namedFlag } from './named_flag.js';

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Parameters for rendering the response. They are recognized on every endpoint without being
 * listed.
 */
export const RESPONSE_PARAMS = ['pretty', 'human', 'error_trace', 'format', 'filter_path'] as const;

/** Timeout of waiting for the master; both names of the parameter are in use. */
export const MASTER_TIMEOUT_PARAMS = {
  master_timeout: timeParam,
  cluster_manager_timeout: timeParam,
} as const;

/** Timeouts of a cluster state change: for the master, and for the acknowledgements. */
export const MASTER_PARAMS = {
  ...MASTER_TIMEOUT_PARAMS,
  timeout: orDefault(timeParam, DEFAULT_TIMEOUT_MS),
} as const;

/**
 * Reads the options of `MasterService.submit` from `MASTER_PARAMS`. As in OpenSearch, a negative
 * timeout is one of 0; inside of the node it means no limit.
 */
export function submitOptions(params: ParamValues<typeof MASTER_PARAMS>): {
  timeoutMs: number;
  masterTimeoutMs: number;
} {
  return { timeoutMs: Math.max(0, params.timeout), masterTimeoutMs: masterTimeoutMs(params) };
}

export function masterTimeoutMs(params: ParamValues<typeof MASTER_TIMEOUT_PARAMS>): number {
  return params.cluster_manager_timeout ?? params.master_timeout ?? DEFAULT_TIMEOUT_MS;
}

/**
 * `wait_for_active_shards` of requests that change indices: refused here, before the change, if it
 * is no count. Without it the setting of each index counts.
 */
export const activeCopiesParam: Param<string | undefined> = {
  kind: 'number|all',
  fallback: undefined,
  parse: (_name, text) => checkActiveShardCount(text),
};

export const WILDCARD_STATES = ['open', 'closed', 'hidden', 'none', 'all'] as const;

/** A flag of an index expression, with its own error message. */
export const expressionFlag: typeof booleanParam = {
  ...booleanParam,
  // Without a value it is not given, as in OpenSearch.
  parse: (name, text) => (text === '' ? undefined : namedFlag(name, text)),
};

/**
 * Options for resolving an index expression. Defaults differ between APIs, so absent values stay
 * undefined.
 */
export const INDEX_EXPRESSION_PARAMS = {
  ignore_unavailable: expressionFlag,
  allow_no_indices: expressionFlag,
  expand_wildcards: enumListParam(
    WILDCARD_STATES,
    (_name, text) => `No valid expand wildcard value [${text}]`,
  ),
} as const;

/**
 * Deprecated by OpenSearch and accepted without effect, as there: responses come from the node's
 * own applied state.
 */
export const LOCAL_PARAM = { local: orDefault(booleanParam, false) } as const;
