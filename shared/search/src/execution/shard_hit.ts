/** A match of the library in the form that the phases exchange. */
import type { FieldDoc, GroupDoc, ScoreDoc, SortValue } from '@skein/search_library';
import type { RescoredDoc } from '../rescore/rescore_hits.js';
import type { ShardHit } from '../shard_hit.js';
import type { SortPlan } from './sort/sort_plan.js';

/** If the score is among the sort keys, it is the hit's score too. */
export function shardHit(
  hit: ScoreDoc | FieldDoc | GroupDoc | RescoredDoc,
  plan: SortPlan,
): ShardHit {
  const { doc } = hit;
  const sort = 'sort' in hit ? hit.sort : NO_KEYS;
  const score = Number.isNaN(hit.score) ? scoreAmong(sort, plan) : hit.score;
  const found = 'group' in hit ? { doc, score, sort, group: hit.group } : { doc, score, sort };
  return 'rescoredBy' in hit ? { ...found, rescoredBy: hit.rescoredBy } : found;
}

const NO_KEYS: readonly SortValue[] = Object.freeze([]);

/** The score among the sort keys; NaN if it is not one. */
function scoreAmong(sort: readonly SortValue[], { fields }: SortPlan): number {
  const key = sort[fields.findIndex(({ kind }) => kind === 'score')];
  return typeof key === 'number' ? key : Number.NaN;
}
