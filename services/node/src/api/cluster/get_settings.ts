/** `GET /_cluster/settings` */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import {
  CLUSTER_SETTINGS,
  NODE_SETTINGS,
  type Settings,
  type ShownSettings,
} from '@skein/settings';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { renderSettings } from '../indices/render_settings.js';

export const get_settings = defineEndpoint({
  id: 'cluster.get_settings',
  shape: 'local',
  routes: ['GET /_cluster/settings'],
  params: {
    ...MASTER_PARAMS,
    flat_settings: orDefault(booleanParam, false),
    include_defaults: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ params }) => ({ flat: params.flat_settings, includeDefaults: params.include_defaults }),
  handle: async ({ flat, includeDefaults }, { masterService, nodeOperations }) => {
    const { metadata } = masterService.state();
    const body = {
      persistent: renderSettings(metadata.persistentSettings, flat),
      transient: renderSettings(metadata.transientSettings, flat),
    };
    if (!includeDefaults) return jsonReply(body);
    const given = new Map([...metadata.persistentSettings, ...metadata.transientSettings]);
    const { reports } = await nodeOperations.reports([nodeOperations.localNodeId]);
    const [local] = reports;
    const defaults = defaultSettings(given, local?.facts.settings ?? new Map());
    return jsonReply({ ...body, defaults: renderSettings(defaults, flat) });
  },
});

/**
 * The values of settings without an update: the node's configuration, else the built-in default.
 */
function defaultSettings(given: Settings, configured: Settings): ShownSettings {
  const known = new Map<string, string | readonly string[]>([
    ...CLUSTER_SETTINGS.defaults(configured),
    ...NODE_SETTINGS.defaults(configured),
    ...NODE_SETTINGS.withLists(configured),
  ]);
  return new Map([...known].filter(([key]) => !given.has(key)));
}
