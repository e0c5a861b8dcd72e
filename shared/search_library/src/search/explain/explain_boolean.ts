/** Explains a boolean query clause by clause, or by the clauses that forbid a match. */
import type { BooleanClauses } from '../queries/boolean.js';
import type { Query, Weight } from '../query.js';
import { type ExplainedDoc, explainFilter, explainWeight } from './explain_weight.js';
import { type Explanation, matched, unmatched } from './explanation.js';

interface ExplainedClauses {
  readonly clauses: Required<BooleanClauses>;
  /** The weights of each list of clauses. */
  readonly weights: {
    readonly must: readonly Weight[];
    readonly filter: readonly Weight[];
    readonly should: readonly Weight[];
    readonly mustNot: readonly Weight[];
  };
  /** Score of the whole query; `undefined` when the document does not match. */
  readonly score: (place: ExplainedDoc) => number | undefined;
}

export function explainBoolean(
  { clauses, weights, score }: ExplainedClauses,
  place: ExplainedDoc,
): Explanation {
  const details: Explanation[] = [];
  const each = (
    queries: readonly Query[],
    of: readonly Weight[],
    explain: typeof explainWeight,
  ): [Query, Explanation][] =>
    queries.flatMap((query, i) => {
      const weight = of[i];
      return weight === undefined ? [] : [[query, explain(query, weight, place)]];
    });
  let failed = false;
  const fail = (words: string, query: Query, why: Explanation) => {
    failed = true;
    details.push(unmatched(`${words} clause (${query})`, [why]));
  };
  for (const [query, why] of each(clauses.must, weights.must, explainWeight)) {
    if (why.matches) details.push(why);
    else fail('no match on required', query, why);
  }
  for (const [query, why] of each(clauses.mustNot, weights.mustNot, explainFilter)) {
    if (why.matches) fail('match on prohibited', query, why);
  }
  const should = each(clauses.should, weights.should, explainWeight)
    .map(([, why]) => why)
    .filter(({ matches }) => matches);
  details.push(...should);
  for (const [query, why] of each(clauses.filter, weights.filter, explainFilter)) {
    if (!why.matches) fail('no match on required', query, why);
    else {
      details.push(
        matched(0, 'match on required clause, product of:', [matched(0, '# clause'), why]),
      );
    }
  }
  if (failed) {
    return unmatched('Failure to meet condition(s) of required/prohibited clause(s)', details);
  }
  if (details.length === 0) return unmatched('No matching clauses');
  const minimum = clauses.minimumShouldMatch;
  if (should.length < minimum) {
    const words = `Failure to match minimum number of optional clauses: ${minimum}`;
    return unmatched(words, details);
  }
  return matched(score(place) ?? 0, 'sum of:', details);
}
