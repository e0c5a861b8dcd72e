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
    'analyzers, tokenizers and filters; they are validated when the index is created',
  ]),
  similarity: textSetting([
    'index.similarity.*',
    'static',
    'similarities that fields may name; `default` applies to fields that name none',
  ]),
  include: nodeFilterSetting([
    'index.routing.allocation.include.*',
    'dynamic',
    'attribute values of nodes that may hold shards of the index; a node must have one of them',
  ]),
  exclude: nodeFilterSetting([
    'index.routing.allocation.exclude.*',
    'dynamic',
    'attribute values of nodes that must not hold shards of the index',
  ]),
  require: nodeFilterSetting([
    'index.routing.allocation.require.*',
    'dynamic',
    'attribute values of nodes that may hold shards of the index; a node must have all of them',
  ]),
  initialRecovery: textSetting([
    'index.routing.allocation.initial_recovery.*',
    'private',
    'nodes on which the first primary of a shrunken or split index may start',
  ]),
  allocationEnable: choiceSetting(
    ['index.routing.allocation.enable', 'dynamic', 'copies of the index that may be allocated'],
    'all',
    ['all', 'primaries', 'new_primaries', 'none'],
  ),
  rebalanceEnable: choiceSetting(
    [
      'index.routing.rebalance.enable',
      'dynamic',
      'copies of the index that may be moved for balance',
    ],
    'all',
    ['all', 'primaries', 'replicas', 'none'],
  ),
  shardsPerNode: intSetting(
    [
      'index.routing.allocation.total_shards_per_node',
      'dynamic',
      'largest number of copies of the index on a node; -1: no limit',
    ],
    '-1',
    { min: -1 },
  ),
  delayedTimeout: timeSetting(
    [
      'index.unassigned.node_left.delayed_timeout',
      'dynamic',
      'time to wait for the return of a node before its copies are allocated elsewhere',
    ],
    '1m',
    '0ms',
  ),
  defaultPipeline: textSetting(
    [
      'index.default_pipeline',
      'dynamic',
      'ingest pipeline of documents whose request names none; `_none`: no pipeline',
    ],
    '_none',
  ),
  finalPipeline: textSetting(
    [
      'index.final_pipeline',
      'dynamic',
      'ingest pipeline that runs last, for all documents; `_none`: no pipeline',
    ],
    '_none',
  ),
  searchPipeline: textSetting(
    [
      'index.search.default_pipeline',
      'dynamic',
      'search pipeline of searches that name none; `_none`: no pipeline',
    ],
    '_none',
  ),
};
