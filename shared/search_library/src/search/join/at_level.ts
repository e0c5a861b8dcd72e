/**
 * The matches of a query at one level of the blocks. In a segment without nested documents it
 * equals the query.
 */

import { type ExplainedDoc, explainAsConstant, explainWeight } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import { hasBit } from '../iterators/bit_set.js';
import { clauseText } from '../queries/boolean.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { requiredTerms } from '../required_terms.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import { LevelScorer } from './level_scorer.js';

interface AtLevelQuery extends Query {
  readonly kind: 'at_level';
  readonly query: Query;
  readonly level: BlockLevel;
}

export function atLevelQuery(inner: Query, level: BlockLevel): AtLevelQuery {
  const query: AtLevelQuery = {
    kind: 'at_level',
    profileName: 'BooleanQuery',
    query: inner,
    level,
    children: [inner],
    requiredTerms: () => requiredTerms(inner),
    toString: () => `+${clauseText(inner)} #${levelText(level)}`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing) return rewritten;
      return rewritten === inner ? query : atLevelQuery(rewritten, level);
    },
    createWeight: (searcher, needsScores, boost) => {
      const weight = searcher.createWeight(inner, needsScores, boost);
      const explain = (place: ExplainedDoc) => explainAtLevel(query, weight, place);
      return { ...atLevelWeight(weight, level), explain };
    },
  };
  return query;
}

/** The text of Lucene's filter on the level. */
function levelText(level: BlockLevel): string {
  return level === undefined ? 'FieldExistsQuery [field=_primary_term]' : `_nested_path:${level}`;
}

export function atLevelWeight(weight: Weight, level: BlockLevel): Weight {
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = weight.scorerSupplier(segment);
      if (supplier === null) return null;
      const docs = levelDocs(segment, level);
      if (docs === null) return supplier;
      return {
        cost: supplier.cost,
        get: (leadCost) => new LevelScorer(supplier.get(leadCost), docs),
      };
    },
    count: (segment) => (levelDocs(segment, level) === null ? weight.count(segment) : -1),
  };
}

function explainAtLevel(
  { query, level }: AtLevelQuery,
  weight: Weight,
  place: ExplainedDoc,
): Explanation {
  const docs = levelDocs(place.segment, level);
  const why = explainWeight(query, weight, place);
  if (docs === null) return why;
  const text = levelText(level);
  if (!hasBit(docs, place.doc)) {
    return unmatched('Failure to meet condition(s) of required/prohibited clause(s)', [
      why,
      unmatched(`no match on required clause (${text})`),
    ]);
  }
  if (!why.matches) {
    return unmatched('Failure to meet condition(s) of required/prohibited clause(s)', [
      unmatched(`no match on required clause (${query})`, [why]),
    ]);
  }
  if (query.isEverything) {
    return explainAsConstant(`ConstantScore(${text})`, weight, place);
  }
  const clause = [matched(0, '# clause'), matched(1, text)];
  return matched(why.value, 'sum of:', [
    why,
    matched(0, 'match on required clause, product of:', clause),
  ]);
}
