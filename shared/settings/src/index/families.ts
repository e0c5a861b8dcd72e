/**
 * Families of index settings whose keys users choose: analysis, similarity, allocation filters; and
 * pipelines.
 */
import { nodeFilterSetting } from '../node_filter_setting.js';
import { choiceSetting, intSetting, textSetting, timeSetting } from '../setting_types.js';

export const FAMILIES = {
  analysis: textSetting([
    'index.analysis.*',
    'static',
    'analyzers, tokenizers, filters; checked when the index is made',
  ]),
  similarity: textSetting([
    'index.similarity.*',
    'static',
    'similarities a field may name; `default` is that of fields that name none',
  ]),
  include: nodeFilterSetting([
    'index.routing.allocation.include.*',
    'dynamic',
    'nodes that may hold shards: any of the values',
  ]),
  exclude: nodeFilterSetting([
    'index.routing.allocation.exclude.*',
    'dynamic',
    'nodes that may not hold shards',
  ]),
  require: nodeFilterSetting([
    'index.routing.allocation.require.*',
    'dynamic',
    'nodes that may hold shards: all of the values',
  ]),
  initialRecovery: textSetting([
    'index.routing.allocation.initial_recovery.*',
    'private',
    'where a resized index starts',
  ]),
  allocationEnable: choiceSetting(
    ['index.routing.allocation.enable', 'dynamic', 'which copies may be allocated'],
    'all',
    ['all', 'primaries', 'new_primaries', 'none'],
  ),
  rebalanceEnable: choiceSetting(
    ['index.routing.rebalance.enable', 'dynamic', 'which copies may be moved'],
    'all',
    ['all', 'primaries', 'replicas', 'none'],
  ),
  shardsPerNode: intSetting(
    [
      'index.routing.allocation.total_shards_per_node',
      'dynamic',
      'copies of the index on one node; -1 any',
    ],
    '-1',
    { min: -1 },
  ),
  delayedTimeout: timeSetting(
    ['index.unassigned.node_left.delayed_timeout', 'dynamic', 'wait for a node to come back'],
    '1m',
    '0ms',
  ),
  defaultPipeline: textSetting(
    ['index.default_pipeline', 'dynamic', 'of documents whose request names none'],
    '_none',
  ),
  finalPipeline: textSetting(
    ['index.final_pipeline', 'dynamic', 'of all documents, in the end'],
    '_none',
  ),
  searchPipeline: textSetting(
    ['index.search.default_pipeline', 'dynamic', 'of searches that name none'],
    '_none',
  ),
};
