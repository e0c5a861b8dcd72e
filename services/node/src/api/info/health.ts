/**
 * `GET /_health/live` and `GET /_health/ready`: liveness of the process, and readiness for
 * requests. They are for load balancers and probes, and so need no token; they reveal nothing else.
 * While the node starts or stops, `../../api_gate.ts` answers instead. `/_ready` is the older name
 * of the second.
 */
import { jsonReply, type Reply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

const LIVE_PATH = '/_health/live';
const READY_PATHS: readonly string[] = ['/_health/ready', '/_ready'];

const COMMON = {
  shape: 'local',
  params: {},
  body: 'none',
  privilege: 'public',
  isEssential: true,
  parse: () => ({}),
} as const;

export const health_live = defineEndpoint({
  ...COMMON,
  id: 'health.live',
  routes: [`GET ${LIVE_PATH}`],
  handle: () => liveReply(),
});

export const health_ready = defineEndpoint({
  ...COMMON,
  id: 'health.ready',
  // Listed explicitly, because `HEAD /{index}` would match it.
  routes: [...READY_PATHS.map((path) => `GET ${path}`), 'HEAD /_ready'],
  handle: (_request, { masterService }) =>
    readyReply(masterService.state().masterNodeId !== undefined),
});

/**
 * The response of a node that does not accept other requests yet or any more; undefined for other
 * paths.
 */
export function unreadyReply(path: string): Reply | undefined {
  if (path === LIVE_PATH) return liveReply();
  return READY_PATHS.includes(path) ? readyReply(false) : undefined;
}

function liveReply(): Reply {
  return jsonReply({ live: true });
}

function readyReply(isReady: boolean): Reply {
  return jsonReply({ ready: isReady }, isReady ? 200 : 503);
}
