/** The response of `_rank_eval`: the average of the searches' scores, and each one's details. */
import { double, type JsonObject } from '@skein/content';
import { CompensatedSum } from '@skein/java';
import type { RankEvaluation } from '@skein/search';

/** The quality of one search, or its failure. */
export type Judged =
  | {
      readonly id: string;
      readonly quality: ReturnType<RankEvaluation['metric']['evaluate']>;
      readonly shown: JsonObject;
    }
  | { readonly id: string; readonly error: JsonObject };

/** Pauses after each search. Of several searches with the same id, the last counts. */
export function* summaryOf(
  judged: readonly Judged[],
  metricName: string,
): Generator<void, JsonObject> {
  const details = new Map<string, JsonObject>();
  const failures = new Map<string, JsonObject>();
  const scores = new Map<string, number>();
  for (const each of judged) {
    if ('error' in each) failures.set(each.id, { error: each.error });
    else {
      const { id, shown, quality } = each;
      scores.set(id, quality.score);
      const metric = { [metricName]: quality.details };
      details.set(id, { metric_score: double(quality.score), ...shown, metric_details: metric });
    }
    yield;
  }
  return {
    metric_score: double(averageOf(scores)),
    details: Object.fromEntries(details),
    failures: Object.fromEntries(failures),
  };
}

/** The average to the last digit of OpenSearch's; NaN without scores. */
function averageOf(scores: ReadonlyMap<string, number>): number {
  const sum = new CompensatedSum();
  for (const score of scores.values()) sum.add(score);
  return sum.total() / scores.size;
}
