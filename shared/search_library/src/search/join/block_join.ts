/**
 * Matches documents with at least one match of a query among their nested documents of a path.
 * Works like Lucene's ToParentBlockJoinQuery.
 */

import {
  type ExplainedDoc,
  explainAsConstant,
  explainWeight,
  scoreOf,
} from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import { hasBit } from '../iterators/bit_set.js';
import { type BooleanQuery, clauseText, isBoolean } from '../queries/boolean.js';
import { isBoost } from '../queries/boost.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { requiredTerms } from '../required_terms.js';
import { confirmed } from '../scorers/confirmed.js';
import { atLevelWeight } from './at_level.js';
import { BlockJoinScorer } from './block_join_scorer.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import { previousSetBit } from './previous_set_bit.js';

/** Combines the scores of the nested matches into that of the document; `none`: 0. */
export type JoinScoreMode = 'avg' | 'max' | 'min' | 'none' | 'sum';

export interface BlockJoinOptions {
  /** The path of the nested documents. */
  readonly path: string;
  /** The level of the matching documents: a path around the other one, or the root documents. */
  readonly parent: BlockLevel;
  readonly scoreMode: JoinScoreMode;
}

export interface BlockJoinQuery extends Query {
  readonly kind: 'block_join';
  readonly options: BlockJoinOptions;
}

export function isBlockJoin(query: Query): query is BlockJoinQuery {
  return query.kind === 'block_join';
}

export function blockJoinQuery(inner: Query, options: BlockJoinOptions): BlockJoinQuery {
  const query: BlockJoinQuery = {
    kind: 'block_join',
    profileName: 'OpenSearchToParentBlockJoinQuery',
    options,
    children: [inner],
    mayMatchNested: () => options.parent !== undefined,
    requiredTerms: () => requiredTerms(inner),
    toString: () => {
      const level = mayMatchAround(inner)
        ? `+${clauseText(inner)} #_nested_path:${options.path}`
        : inner;
      return `ToParentBlockJoinQuery (${level})`;
    },
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing) return rewritten;
      return rewritten === inner ? query : blockJoinQuery(rewritten, options);
    },
    createWeight(searcher, needsScores, boost) {
      const scored = needsScores && options.scoreMode !== 'none';
      // Lucene profiles what is in this query, and not the query, which it weighs by itself.
      const nested =
        scored && !mayMatchOutside(inner)
          ? inner.createWeight(searcher, scored, boost)
          : searcher.createWeight(inner, scored, boost);
      const weight = blockJoinWeight(atLevelWeight(nested, options.path), options);
      const explain = (place: ExplainedDoc) =>
        explainJoin(options, { inner, nested, weight, searcher }, place);
      return { ...weight, explain };
    },
  };
  return query;
}

/**
 * True if the query may match documents other than nested ones. Queries on a nested field's own
 * terms and points cannot; Lucene puts a filter around all others.
 */
function mayMatchAround(query: Query): boolean {
  const { children = [] } = query;
  switch (query.kind) {
    case 'match_none':
    case 'term':
    case 'terms':
    case 'number_range':
    case 'number_set':
      return false;
    case 'boost':
    case 'constant_score':
      return children.some(mayMatchAround);
    default:
      return isBoolean(query) ? booleanMayMatchAround(query) : true;
  }
}

function booleanMayMatchAround({ clauses: { must, filter, should } }: BooleanQuery): boolean {
  const required = [...must, ...filter];
  return required.length > 0 ? required.every(mayMatchAround) : should.some(mayMatchAround);
}

function blockJoinWeight(nested: Weight, { parent, scoreMode }: BlockJoinOptions): Weight {
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = nested.scorerSupplier(segment);
      const parents = levelDocs(segment, parent);
      if (supplier === null || parents === null) return null;
      return {
        cost: supplier.cost,
        get: (leadCost) =>
          new BlockJoinScorer(confirmed(supplier.get(leadCost)), parents, scoreMode),
      };
    },
    count: () => -1,
  };
}

interface Joined {
  readonly inner: Query;
  /** The weight of `inner`. */
  readonly nested: Weight;
  /** The weight of the join. */
  readonly weight: Weight;
  readonly searcher: IndexSearcher;
}

/**
 * Explains the join by the best of the nested matches, or by the worst where the lowest score
 * counts.
 */
function explainJoin(
  { path, parent, scoreMode }: BlockJoinOptions,
  { inner, nested, weight, searcher }: Joined,
  place: ExplainedDoc,
): Explanation {
  const { segment, doc } = place;
  const score = scoreOf(weight, place);
  const parents = levelDocs(segment, parent);
  const level = levelDocs(segment, path);
  if (score === undefined || parents === null || level === null) return unmatched('Not a match');
  const first = previousSetBit(parents, doc - 1) + 1;
  let best: Explanation | undefined;
  let count = 0;
  for (let at = first; at < doc; at++) {
    if (!hasBit(level, at)) continue;
    const why = explainNested(inner, nested, { path, scoreMode }, { segment, doc: at });
    if (!why.matches) continue;
    count++;
    const isBetter =
      best === undefined || (scoreMode === 'min' ? why.value < best.value : why.value > best.value);
    if (isBetter) best = why;
  }
  const base = searcher.docBases[searcher.segments.indexOf(segment)] ?? 0;
  const words = `Score based on ${count} child docs in range from ${base + first} to ${base + doc - 1}, using score mode ${MODE_NAMES[scoreMode]}`;
  return matched(score, words, best ? [best] : []);
}

/**
 * Explains a nested document as Lucene does after its rewriting: a filter alone is a constant
 * score, and so is a query whose scores are not used.
 */
function explainNested(
  inner: Query,
  nested: Weight,
  { path, scoreMode }: Pick<BlockJoinOptions, 'path' | 'scoreMode'>,
  place: ExplainedDoc,
): Explanation {
  const filter = `_nested_path:${path}`;
  const selects = !(isBoost(inner) ? inner.query : inner).isEverything;
  if (scoreMode === 'none') {
    const both = mayMatchOutside(inner) ? `#${clauseText(inner)} #${filter}` : inner;
    const isMatch = scoreOf(nested, place) !== undefined;
    const text = `ConstantScore(${selects ? both : filter})`;
    return isMatch ? matched(0, `${text}^0.0`) : unmatched(`${text} doesn't match id ${place.doc}`);
  }
  if (!selects) return explainAsConstant(`ConstantScore(${filter})`, nested, place);
  const own = explainWeight(inner, nested, place);
  return own.matches && mayMatchOutside(inner) ? keptInside(own, path) : own;
}

/**
 * True if OpenSearch cannot tell from the query alone that only nested documents match. It then
 * adds a filter on their path, which appears in its output.
 */
function mayMatchOutside(query: Query): boolean {
  if (query.onlyScores) {
    return query.children?.every(mayMatchOutside) ?? true;
  }
  if (isBoolean(query)) {
    const { must, filter, should } = query.clauses;
    const required = [...must, ...filter];
    return required.length > 0 ? required.every(mayMatchOutside) : should.some(mayMatchOutside);
  }
  return !query.isByField;
}

function keptInside(why: Explanation, path: string): Explanation {
  return matched(why.value, 'sum of:', [
    why,
    matched(0, 'match on required clause, product of:', [
      matched(0, '# clause'),
      matched(1, `_nested_path:${path}`),
    ]),
  ]);
}

const MODE_NAMES: Readonly<Record<JoinScoreMode, string>> = {
  avg: 'Avg',
  max: 'Max',
  min: 'Min',
  none: 'None',
  sum: 'Total',
};
