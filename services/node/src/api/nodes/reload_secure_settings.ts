/** `POST /_nodes/reload_secure_settings`: secrets come from files and the environment, there is no keystore to be read again; each node says so. */
import type { JsonValue } from '@skein/content';
import { ApiError, errorDetail } from '@skein/errors';
import { timeParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';

const PASSWORD = 'secure_settings_password';
const MISSING = new ApiError('illegal_state_exception', 'Keystore is missing');

export const reload_secure_settings = defineEndpoint({
  id: 'nodes.reload_secure_settings',
  shape: 'nodes',
  routes: ['POST /_nodes/reload_secure_settings', 'POST /_nodes/{node_id}/reload_secure_settings'],
  params: { timeout: timeParam },
  body: 'json',
  privilege: 'cluster:manage',
  isEssential: true,
  parse: ({ pathParams, params, body }) => {
    const unknown = Object.keys(body.object() ?? {}).find((key) => key !== PASSWORD);
    if (unknown !== undefined) {
      throw new ApiError(
        'x_content_parse_exception',
        `[reload_secure_settings] unknown field [${unknown}]`,
      );
    }
    return { filter: pathParams.node_id, options: timeoutOf(params.timeout) };
  },
  handle: async ({ filter, options }, { masterService, nodeOperations }, { signal }) => {
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal });
    const failed = errorDetail(MISSING) as JsonValue;
    const entries = found.reports.map(
      ({ facts }) => [facts.id, { name: facts.name, reload_exception: failed }] as const,
    );
    return nodesReply(state.clusterName, found, entries);
  },
});
