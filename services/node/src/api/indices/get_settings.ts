/** `GET /_settings`, `GET /{index}/_settings/{name}` */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, shownIndices } from './index_targets.js';
import { renderIndexSettings, SHOWN_SETTINGS_PARAMS } from './render_settings.js';

export const get_settings = defineEndpoint({
  id: 'indices.get_settings',
  shape: 'local',
  routes: [
    'GET /_settings',
    'GET /_settings/{name}',
    'GET /{index}/_settings',
    'GET /{index}/_settings/{name}',
    'GET /{index}/_setting/{name}',
  ],
  params: SHOWN_SETTINGS_PARAMS,
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpenClosed),
    names: splitList(pathParams.name ?? ''),
    flat: params.flat_settings,
    includeDefaults: params.include_defaults,
  }),
  handle: ({ target, names, flat, includeDefaults }, actors, context) => {
    const state = actors.masterService.state();
    const view = { flat, includeDefaults, names, human: context.human };
    const indices = shownIndices(actors, context, target, READS_METADATA);
    return jsonReply(
      Object.fromEntries(
        indices.map((name) => [name, renderIndexSettings(requireIndex(state, name), view)]),
      ),
    );
  },
});
