/** `POST /{index}/_ilm/remove`: removes the ILM policy of indices. */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { withSettings } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from '../indices/index_targets.js';

/** The settings that name the policy, or that it has set. */
const SETTINGS = [
  'index.lifecycle.name',
  'index.lifecycle.rollover_alias',
  'index.lifecycle.indexing_complete',
  'index.lifecycle.origination_date',
];

export const remove_policy = defineEndpoint({
  id: 'ilm.remove_policy',
  shape: 'master',
  routes: ['POST /{index}/_ilm/remove'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandHidden),
    options: submitOptions(params),
  }),
  handle: async ({ target, options }, actors, context) => {
    const { masterService } = actors;
    for (const name of targetIndices(actors, context, target, MANAGES)) {
      const { uuid, lifecycle } = requireIndex(masterService.state(), name);
      const effects = [
        withSettings(
          name,
          SETTINGS.map((key) => [key, null]),
        ),
      ];
      const to = lifecycle?.dialect === 'ism' ? lifecycle : undefined;
      const request = { index: name, uuid, from: lifecycle?.version, to, effects };
      await masterService.submit('lifecycle_step', request, options);
    }
    return jsonReply({ has_failures: false, failed_indexes: [] });
  },
});
