/**
 * `GET /_health/live` and `GET /_health/ready`: whether the process answers, and whether requests
 * should come here. For load balancers and probes, and so for anybody: they tell nothing else.
 * While the node starts or stops, `../../api_gate.ts` answers in their place. `/_ready` is the
 * older name of the second.
 */
import { jsonReply, type Reply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const LIVE_PATH = '/_health/live';
export const READY_PATHS: readonly string[] = ['/_health/ready', '/_ready'];

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
  // `HEAD /{index}` would take the other.
  routes: [...READY_PATHS.map((path) => `GET ${path}`), 'HEAD /_ready'],
  handle: (_request, { masterService }) =>
    readyReply(masterService.state().masterNodeId !== undefined),
});

/**
 * The answer of a node that takes no other request yet, or any more; `undefined` for another path.
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
