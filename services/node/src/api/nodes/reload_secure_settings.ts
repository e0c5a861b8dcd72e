/** `POST /_nodes/reload_secure_settings`: each node reads its keystore again. */

import type { JsonObject } from '@skein/content';
import { ApiError, errorDetail } from '@skein/errors';
import { timeParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';

const PASSWORD = 'secure_settings_password';

export const reload_secure_settings = defineEndpoint({
  id: 'nodes.reload_secure_settings',
  shape: 'nodes',
  routes: ['POST /_nodes/reload_secure_settings', 'POST /_nodes/{node_id}/reload_secure_settings'],
  params: { timeout: timeParam },
  body: 'json',
  privilege: 'cluster:manage',
  isEssential: true,
  parse: ({ pathParams, params, body }) => ({
    filter: pathParams.node_id,
    password: passwordOf(body.object() ?? {}),
    options: timeoutOf(params.timeout),
  }),
  handle: async ({ filter, password, options }, actors, { signal }) => {
    const { masterService, nodeOperations, secureSettings } = actors;
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const callOptions = { ...options, signal };
    const [found, failed] = await Promise.all([
      nodeOperations.reports(ids, callOptions),
      secureSettings.reload(ids, password, callOptions),
    ]);
    const entries = found.reports.map(({ facts }) => {
      const error = failed.get(facts.id);
      const fault = error && { reload_exception: errorDetail(error) };
      return [facts.id, { name: facts.name, ...fault }] as const;
    });
    return nodesReply(state.clusterName, found, entries);
  },
});

/** The keystore's password; empty when the keystore has none. */
function passwordOf(body: JsonObject): string {
  const unknown = Object.keys(body).find((key) => key !== PASSWORD);
  if (unknown !== undefined) {
    throw new ApiError(
      'x_content_parse_exception',
      `[reload_secure_settings] unknown field [${unknown}]`,
    );
  }
  const { [PASSWORD]: password = '' } = body;
  if (typeof password === 'string') return password;
  throw new ApiError(
    'x_content_parse_exception',
    `[reload_secure_settings] failed to parse field [${PASSWORD}]`,
  );
}
