/** `POST /{index}/_ilm/remove`: removes the ILM policy of indices. */
import { INDICES_OPTIONS, type IndexMetadata } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { withSettings } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from '../indices/index_targets.js';
import { type StepByHand, stepByHand } from '../step_by_hand.js';

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
      await stepByHand(name, removed, { masterService, options, signal: context.signal });
    }
    return jsonReply({ has_failures: false, failed_indexes: [] });
  },
});

/** An index under a policy of states keeps that. */
function removed({ name, lifecycle }: IndexMetadata): StepByHand {
  const to = lifecycle?.dialect === 'ism' ? lifecycle : undefined;
  const without = SETTINGS.map((key) => [key, null] as const);
  return { to, effects: [withSettings(name, without)] };
}
