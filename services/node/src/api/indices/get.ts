/** `GET /{index}`: aliases, mappings and settings of the indices. */
import { INDICES_OPTIONS, requireIndex, streamOf } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { visibleMapping } from '../../security/visible_mapping.js';
import { defineEndpoint } from '../endpoint.js';
import { renderAliases } from './aliases/render_alias.js';
import { indexExpression, READS_METADATA, shownIndices } from './index_targets.js';
import { renderIndexSettings, SHOWN_SETTINGS_PARAMS } from './render_settings.js';

export const get = defineEndpoint({
  id: 'indices.get',
  shape: 'local',
  routes: ['GET /{index}'],
  params: SHOWN_SETTINGS_PARAMS,
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpen),
    flat: params.flat_settings,
    includeDefaults: params.include_defaults,
  }),
  handle: ({ target, flat, includeDefaults }, actors, context) => {
    const names = shownIndices(actors, context, target, READS_METADATA);
    const state = actors.masterService.state();
    const view = { flat, includeDefaults, human: context.human, names: [] };
    const entries = names.map((name) => {
      const index = requireIndex(state, name);
      const stream = streamOf(state, name);
      return [
        name,
        {
          aliases: renderAliases(index),
          mappings: visibleMapping(index, context.identity),
          ...renderIndexSettings(index, view),
          ...(stream === undefined ? {} : { data_stream: stream.name }),
        },
      ] as const;
    });
    return jsonReply(Object.fromEntries(entries));
  },
});
