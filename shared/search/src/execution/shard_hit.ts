/** A match of the library as the phases pass it on. */
import type { FieldDoc, ScoreDoc } from '@skein/search_library';
import type { ShardHit } from '../shard_messages.js';
import type { SortPlan } from './sort_plan.js';

/** A sort that has the score among its keys shows it as the hit's score too. */
export function shardHit(hit: ScoreDoc | FieldDoc, plan: SortPlan): ShardHit {
  const sort = 'sort' in hit ? hit.sort : [];
  const scoreKey = sort[plan.fields.findIndex((field) => field.kind === 'score')];
  const score = Number.isNaN(hit.score) && typeof scoreKey === 'number' ? scoreKey : hit.score;
  return { doc: hit.doc, score, sort };
}
