/** `POST /{index}/_ilm/remove`: removes the ILM policy of indices. */
import type { IndexMetadata } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { withSettings } from '@skein/lifecycle';
import { type StepByHand, stepByHand } from '../step_by_hand.js';
import { changeIndices } from './change_indices.js';

/** The settings that name the policy, or that it has set. */
const SETTINGS = [
  'index.lifecycle.name',
  'index.lifecycle.rollover_alias',
  'index.lifecycle.indexing_complete',
  'index.lifecycle.origination_date',
];

export const remove_policy = changeIndices({
  id: 'ilm.remove_policy',
  route: 'POST /{index}/_ilm/remove',
  handle: async ({ names, options }, { masterService }, { signal }) => {
    for (const name of names) await stepByHand(name, removed, { masterService, options, signal });
    return jsonReply({ has_failures: false, failed_indexes: [] });
  },
});

/** An index under a policy of states keeps that. */
function removed({ name, lifecycle }: IndexMetadata): StepByHand {
  const to = lifecycle?.dialect === 'ism' ? lifecycle : undefined;
  const without = SETTINGS.map((key) => [key, null] as const);
  return { to, effects: [withSettings(name, without)] };
}
