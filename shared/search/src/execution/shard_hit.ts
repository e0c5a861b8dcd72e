/** A match of the library as the phases pass it on. */
import type { FieldDoc, GroupDoc, ScoreDoc } from '@skein/search_library';
import type { RescoredDoc } from '../rescore/rescore_hits.js';
import type { ShardHit } from '../shard_messages.js';
import type { SortPlan } from './sort_plan.js';

/** A sort that has the score among its keys shows it as the hit's score too. */
export function shardHit(
  hit: ScoreDoc | FieldDoc | GroupDoc | RescoredDoc,
  plan: SortPlan,
): ShardHit {
  const sort = 'sort' in hit ? hit.sort : [];
  const scoreKey = sort[plan.fields.findIndex((field) => field.kind === 'score')];
  const score = Number.isNaN(hit.score) && typeof scoreKey === 'number' ? scoreKey : hit.score;
  const found = {
    doc: hit.doc,
    score,
    sort,
    ...('group' in hit ? { group: hit.group } : {}),
  };
  return 'rescoredBy' in hit ? { ...found, rescoredBy: hit.rescoredBy } : found;
}
