/**
 * Endpoints that take `master_timeout` answer for the cluster: while no master is known, they wait
 * for one up to that time, and then fail. With `local=true` the node answers from its own state.
 */
import { ApiError } from '@skein/errors';
import type { ParamTable, Reply } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS, masterTimeoutMs } from './common_params.js';
import type { RequestContext } from './endpoint.js';
import type { CommonActors } from './endpoint_shapes.js';

const [TIMEOUT_PARAM = ''] = Object.keys(MASTER_TIMEOUT_PARAMS);

/** Refuses both names of the timeout at once, as OpenSearch does. */
export function checkMasterTimeout(
  table: ParamTable,
  params: Readonly<Record<string, unknown>>,
): void {
  const names = Object.keys(MASTER_TIMEOUT_PARAMS);
  if (names.some((name) => !(name in table) || params[name] === undefined)) return;
  const reason = `Please only use one of the request parameters [${names.join(', ')}].`;
  throw new ApiError('parse_exception', reason);
}

/** Undefined if the request can be answered at once. */
export function masterAwaited(
  table: ParamTable,
  params: Readonly<Record<string, unknown>>,
  actors: CommonActors,
  context: RequestContext,
): Promise<void> | undefined {
  if (!(TIMEOUT_PARAM in table) || params.local === true) return undefined;
  const { masterService } = actors;
  if (masterService.state().masterNodeId !== undefined) return undefined;
  // The endpoint's table has the parameter, so it has been read.
  const timeoutMs = masterTimeoutMs(params as Parameters<typeof masterTimeoutMs>[0]);
  return masterService
    .waitFor((state) => state.masterNodeId !== undefined, { timeoutMs, signal: context.signal })
    .then((isKnown) => {
      if (!isKnown) throw new ApiError('master_not_discovered_exception', 'no master is known');
    });
}

export function afterwards(
  awaited: Promise<void> | undefined,
  work: () => Promise<Reply> | Reply,
): Promise<Reply> | Reply {
  return awaited === undefined ? work() : awaited.then(work);
}
