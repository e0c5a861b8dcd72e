/** Builds the scorer of a boolean query. The leading clause is chosen by cost for each segment. */

import type { SegmentReader } from '../../index/segment_reader.js';
import { excluding } from '../columns/doc_filter.js';
import { explainBoolean } from '../explain/explain_boolean.js';
import { scoreOf } from '../explain/explain_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import { booleanNode, type ClauseWeights } from '../kernels/boolean_node.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import { Conjunction } from '../scorers/conjunction.js';
import { Disjunction } from '../scorers/disjunction.js';
import { Exclusion } from '../scorers/exclusion.js';
import { Filtered } from '../scorers/filtered.js';
import { RequiredOptional } from '../scorers/req_opt.js';
import { WindowedDisjunction } from '../scorers/windowed_disjunction.js';
import { intersection, type Selection } from '../selection.js';
import type { BooleanQuery } from './boolean.js';

interface WeightOptions {
  readonly needsScores: boolean;
  readonly boost: number;
}

interface ClauseSuppliers {
  readonly must: readonly ScorerSupplier[];
  readonly filter: readonly ScorerSupplier[];
  readonly should: readonly ScorerSupplier[];
  readonly mustNot: readonly ScorerSupplier[];
}

export function booleanWeight(
  { clauses }: BooleanQuery,
  searcher: IndexSearcher,
  { needsScores, boost }: WeightOptions,
): Weight {
  const weigh = (queries: readonly Query[], scores: boolean): Weight[] =>
    queries.map((query) => searcher.createWeight(query, scores, scores ? boost : 1));
  const required = clauses.must.length + clauses.filter.length > 0;
  const minimum = Math.max(clauses.minimumShouldMatch, required ? 0 : 1);
  const weights: ClauseWeights = {
    must: weigh(clauses.must, needsScores),
    filter: weigh(clauses.filter, false),
    should: minimum > 0 || needsScores ? weigh(clauses.should, needsScores) : [],
    mustNot: weigh(clauses.mustNot, false),
    minimum,
    needsScores,
  };
  const weight: Weight = {
    scorerSupplier: (segment) => supply(weights, segment),
    kernel: (segment) => booleanNode(weights, segment),
    count: () => -1,
    selection: selectionOf(weights),
    explain: (place) =>
      explainBoolean({ clauses, weights, score: () => scoreOf(weight, place) }, place),
  };
  return weight;
}

/** The bounds of the required clauses hold for all of them together. */
function selectionOf({ must, filter, mustNot, minimum }: ClauseWeights): Selection {
  const { bounds, complete } = intersection([...must, ...filter].map((one) => one.selection));
  return { bounds, complete: complete && mustNot.length === 0 && minimum === 0 };
}

function supply(weights: ClauseWeights, segment: SegmentReader): ScorerSupplier | null {
  const must = suppliers(weights.must, segment);
  const filter = suppliers(weights.filter, segment);
  if (must.length < weights.must.length || filter.length < weights.filter.length) return null;
  const should = suppliers(weights.should, segment);
  if (should.length < weights.minimum || must.length + filter.length + should.length === 0) {
    return null;
  }
  const clauses = { must, filter, should, mustNot: suppliers(weights.mustNot, segment) };
  const costs = [...must, ...filter].map(({ cost }) => cost);
  if (weights.minimum > 0) costs.push(disjunctionCost(should, weights.minimum));
  const cost = Math.min(...costs);
  return {
    cost,
    get: (leadCost) => build(clauses, weights, { cost, leadCost, maxDoc: segment.maxDoc }),
  };
}

function suppliers(weights: readonly Weight[], segment: SegmentReader): ScorerSupplier[] {
  return weights
    .map((weight) => weight.scorerSupplier(segment))
    .filter((supplier) => supplier !== null);
}

/**
 * Any n - minimum + 1 of n clauses contain a match of every document, so the cheapest such group
 * bounds the number.
 */
function disjunctionCost(should: readonly ScorerSupplier[], minimum: number): number {
  const costs = should.map(({ cost }) => cost).sort((a, b) => a - b);
  return costs.slice(0, costs.length - minimum + 1).reduce((sum, cost) => sum + cost, 0);
}

interface Frame {
  /** Cost of the whole query. */
  readonly cost: number;
  readonly leadCost: number;
  readonly maxDoc: number;
}

/** A filter is preferred if at most this many times its own documents must be tested. */
const TESTS_PER_DOC = 8;

/** Clauses that can test documents become filters of the scorer built from the others. */
function build(clauses: ClauseSuppliers, weights: ClauseWeights, frame: Frame): Scorer {
  const { minimum, needsScores } = weights;
  const filters = [...clauses.filter, ...(needsScores ? [] : clauses.must)].map(
    (one) => one.filter,
  );
  const isTest = ({ filter }: ScorerSupplier): boolean => filter !== undefined;
  const must = needsScores ? clauses.must : clauses.must.filter((one) => !isTest(one));
  const filter = clauses.filter.filter((one) => !isTest(one));
  const costs = [...must, ...filter].map(({ cost }) => cost);
  if (minimum > 0) costs.push(disjunctionCost(clauses.should, minimum));
  const cost = Math.min(...costs);
  const bans = clauses.mustNot.map((one) => one.filter).filter((one) => one !== undefined);
  const tests = [...filters.filter((one) => one !== undefined), ...bans.map(excluding)];
  if (tests.length === 0 || cost > TESTS_PER_DOC * Math.min(frame.cost, frame.leadCost)) {
    return buildScorers(clauses, weights, frame);
  }
  const mustNot = clauses.mustNot.filter((one) => !isTest(one));
  const scorer = buildScorers({ ...clauses, must, filter, mustNot }, weights, { ...frame, cost });
  return new Filtered(scorer, tests);
}

function buildScorers(clauses: ClauseSuppliers, weights: ClauseWeights, frame: Frame): Scorer {
  const { minimum, needsScores } = weights;
  const { maxDoc } = frame;
  const followers = Math.min(frame.leadCost, frame.cost);
  let leaderFound = false;
  // The cheapest required clause is read like the query itself; the others only check its
  // documents.
  const make = (cost: number, get: (leadCost: number) => Scorer): Scorer => {
    const leads = !leaderFound && cost <= frame.cost;
    leaderFound ||= leads;
    return get(leads ? frame.leadCost : followers);
  };
  const must = clauses.must.map((one) => make(one.cost, (lead) => one.get(lead)));
  const filter = clauses.filter.map((one) => make(one.cost, (lead) => one.get(lead)));
  const required = [...must, ...filter];
  const scoring = needsScores ? [...must] : [];
  if (minimum > 0) {
    const disjunction = make(disjunctionCost(clauses.should, minimum), (lead) =>
      disjoin(clauses.should, { minimum, needsScores, maxDoc }, lead),
    );
    required.push(disjunction);
    if (needsScores) scoring.push(disjunction);
  }
  const matching = conjoin(required, scoring, needsScores);
  const kept = exclude(matching, clauses.mustNot, followers);
  if (minimum > 0 || clauses.should.length === 0) return kept;
  return new RequiredOptional(
    kept,
    disjoin(clauses.should, { minimum: 1, needsScores, maxDoc }, followers),
  );
}

function conjoin(
  required: readonly Scorer[],
  scoring: readonly Scorer[],
  needsScores: boolean,
): Scorer {
  // A single filter is wrapped when scores are needed, since its own scores are not 0.
  if (required.length === 1 && (scoring.length === 1 || !needsScores)) return required[0];
  return new Conjunction(required, scoring);
}

function exclude(matching: Scorer, mustNot: readonly ScorerSupplier[], leadCost: number): Scorer {
  if (mustNot.length === 0) return matching;
  const scorers = mustNot.map((supplier) => supplier.get(leadCost));
  const excluded = scorers.length === 1 ? scorers[0] : new Disjunction(scorers);
  return new Exclusion(matching, excluded);
}

interface DisjunctionFrame {
  readonly minimum: number;
  readonly needsScores: boolean;
  readonly maxDoc: number;
}

function disjoin(
  should: readonly ScorerSupplier[],
  { minimum, needsScores, maxDoc }: DisjunctionFrame,
  leadCost: number,
): Scorer {
  const scorers = should.map((supplier) => supplier.get(leadCost));
  if (scorers.length === 1) return scorers[0];
  if (minimum === scorers.length) return new Conjunction(scorers, needsScores ? scorers : []);
  if (minimum === 1 && leadCost === Number.POSITIVE_INFINITY) {
    return new WindowedDisjunction(scorers, { maxDoc, needsScores });
  }
  return new Disjunction(scorers, { minimum });
}
