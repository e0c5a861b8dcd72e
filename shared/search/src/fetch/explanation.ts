/**
 * `_explanation` of a hit: the computation of its score, and the shard and node that computed it.
 */
import { double, float32, type JsonObject, type JsonValue } from '@skein/content';
import { type Explanation, explainWeight } from '@skein/search_library';
import { rescoreExplainer } from '../rescore/explain_rescore.js';
import { bindRescores } from '../rescore/rescore_hits.js';
import type { FetchPart } from './fetch_part.js';
import type { Showing } from './showing.js';

export function explanation(showing: Showing): FetchPart {
  const { searcher, query, origin, request } = showing;
  const rewritten = searcher.rewrite(query());
  const weight = searcher.createWeight(rewritten, true, 1);
  const rescored = rescoreExplainer(bindRescores(request.rescores, showing.shard), searcher);
  return ({ hit, segment, doc }, { shard }, to) => {
    const first = explainWeight(rewritten, weight, { segment, doc });
    const why = rescored(first, { segment, doc }, hit.rescoredBy ?? []);
    if (origin) {
      to.member('_shard', `[${shard.indexName}][${origin.shardId}]`);
      to.member('_node', origin.nodeId ?? null);
    }
    to.member('_explanation', explanationJson(why));
  };
}

export function explanationJson(why: Explanation): JsonObject {
  const { description, details } = why;
  return { value: numberJson(why), description, details: details.map(explanationJson) };
}

/** Values above the float range are shown as doubles. */
function numberJson({ value, isCount, isDouble }: Explanation): JsonValue {
  if (isCount) return value;
  if (isDouble) return double(value);
  return Number.isFinite(Math.fround(value)) ? float32(Math.fround(value)) : double(value);
}
