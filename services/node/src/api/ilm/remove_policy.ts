/** `POST /{index}/_ilm/remove`: indices live by no policy of phases any more. */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { withSettings } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from '../indices/index_targets.js';

/** All that the policy has put into the settings of an index, and what it is named by. */
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
