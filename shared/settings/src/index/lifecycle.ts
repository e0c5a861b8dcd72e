/**
 * Settings that select an index's lifecycle policy, with Elasticsearch's and OpenSearch's names.
 */
import { booleanSetting, longSetting, textSetting } from '../setting_types.js';

export const LIFECYCLE = {
  policyName: textSetting(
    ['index.lifecycle.name', 'dynamic', 'policy of index lifecycle management'],
    '',
  ),
  rolloverAlias: textSetting(
    ['index.lifecycle.rollover_alias', 'dynamic', 'alias that rolls over when the policy says so'],
    '',
  ),
  indexingComplete: booleanSetting(
    [
      'index.lifecycle.indexing_complete',
      'dynamic',
      'the index has rolled over: its policy does not do so again',
    ],
    'false',
  ),
  originationDate: longSetting(
    [
      'index.lifecycle.origination_date',
      'dynamic',
      'from when the age of the index counts, milliseconds since 1970; -1: from its creation',
    ],
    '-1',
    { min: -1 },
  ),
  ismPolicyId: textSetting(
    [
      'index.plugins.index_state_management.policy_id',
      'dynamic',
      'policy of index state management that a new index gets',
    ],
    '',
  ),
  ismRolloverAlias: textSetting(
    [
      'index.plugins.index_state_management.rollover_alias',
      'dynamic',
      'alias that rolls over when the policy says so',
    ],
    '',
  ),
  formerPolicyId: textSetting(
    [
      'index.opendistro.index_state_management.policy_id',
      'dynamic',
      'the same as index.plugins.index_state_management.policy_id, by its former name',
    ],
    '',
  ),
  formerRolloverAlias: textSetting(
    [
      'index.opendistro.index_state_management.rollover_alias',
      'dynamic',
      'the same as index.plugins.index_state_management.rollover_alias, by its former name',
    ],
    '',
  ),
  ismRolloverSkip: booleanSetting(
    [
      'index.plugins.index_state_management.rollover_skip',
      'dynamic',
      'rollovers of the policy are passed over',
    ],
    'false',
  ),
  ismAutoManage: booleanSetting(
    [
      'index.plugins.index_state_management.auto_manage',
      'dynamic',
      'a policy whose template matches the index is given to it',
    ],
    'true',
  ),
} as const;
