/**
 * Settings that select an index's lifecycle policy, with Elasticsearch's and OpenSearch's names.
 */
import { booleanSetting, longSetting, textSetting } from '../setting_types.js';

export const LIFECYCLE = {
  policyName: textSetting(
    ['index.lifecycle.name', 'dynamic', 'name of the ILM policy of the index'],
    '',
  ),
  rolloverAlias: textSetting(
    [
      'index.lifecycle.rollover_alias',
      'dynamic',
      'alias that the rollover action of the ILM policy rolls over',
    ],
    '',
  ),
  indexingComplete: booleanSetting(
    [
      'index.lifecycle.indexing_complete',
      'dynamic',
      'true: the index has rolled over, and its policy does not roll it over again',
    ],
    'false',
  ),
  originationDate: longSetting(
    [
      'index.lifecycle.origination_date',
      'dynamic',
      'time from which the age of the index counts, in milliseconds since 1970; -1: its creation',
    ],
    '-1',
    { min: -1 },
  ),
  ismPolicyId: textSetting(
    [
      'index.plugins.index_state_management.policy_id',
      'dynamic',
      'id of the ISM policy of a new index',
    ],
    '',
  ),
  ismRolloverAlias: textSetting(
    [
      'index.plugins.index_state_management.rollover_alias',
      'dynamic',
      'alias that the rollover action of the ISM policy rolls over',
    ],
    '',
  ),
  formerPolicyId: textSetting(
    [
      'index.opendistro.index_state_management.policy_id',
      'dynamic',
      'old name of index.plugins.index_state_management.policy_id',
    ],
    '',
  ),
  formerRolloverAlias: textSetting(
    [
      'index.opendistro.index_state_management.rollover_alias',
      'dynamic',
      'old name of index.plugins.index_state_management.rollover_alias',
    ],
    '',
  ),
  ismRolloverSkip: booleanSetting(
    [
      'index.plugins.index_state_management.rollover_skip',
      'dynamic',
      'true: the rollover action of the ISM policy is skipped',
    ],
    'false',
  ),
  ismAutoManage: booleanSetting(
    [
      'index.plugins.index_state_management.auto_manage',
      'dynamic',
      'true: the index gets an ISM policy whose template matches its name',
    ],
    'true',
  ),
} as const;
