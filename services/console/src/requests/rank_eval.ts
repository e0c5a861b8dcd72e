/**
 * Measures two versions of a query by judgments (`_rank_eval`): which documents a searcher wants,
 * and how much.
 */
import type { Json, JsonObject } from '../json/exact_json.js';

interface Judgment {
  readonly id: string;
  /** 0 for a document that is not wanted. */
  readonly rating: number;
}

/** Reads a document id and its rating from each line. Other lines are returned as `wrong`. */
export function readJudgments(text: string): {
  readonly judgments: readonly Judgment[];
  readonly wrong: readonly string[];
} {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => ({ line, match: /^\s*(\S+)\s+(\d+)\s*$/.exec(line) }));
  return {
    judgments: read.flatMap(({ match }) =>
      match === null ? [] : [{ id: match[1] ?? '', rating: Number(match[2]) }],
    ),
    wrong: read.filter(({ match }) => match === null).map(({ line }) => line),
  };
}

/**
 * Changes the rating of a document in its line, or adds a line at the end. Other lines stay as they
 * are, also those that are no judgments.
 */
export function withJudgment(text: string, { id, rating }: Judgment): string {
  const lines = text.split('\n');
  const isOld = (line: string) => readJudgments(line).judgments.some((one) => one.id === id);
  const at = lines.findIndex(isOld);
  const judged = `${id} ${rating}`;
  if (at < 0) return text.trim() === '' ? judged : `${text.trimEnd()}\n${judged}`;
  return lines.flatMap((line, i) => (i === at ? [judged] : isOld(line) ? [] : [line])).join('\n');
}

export const VERSIONS = ['a', 'b'] as const;
export type Version = (typeof VERSIONS)[number];

export const RANK_METRICS = ['dcg', 'precision', 'recall', 'mean_reciprocal_rank'] as const;
export type RankMetric = (typeof RANK_METRICS)[number];

const K = 10;

/** `dcg` is normalised: 1 is the best possible order. */
export function rankBody({
  index,
  queries,
  judgments,
  metric,
}: {
  readonly index: string;
  readonly queries: Readonly<Record<Version, Json>>;
  readonly judgments: readonly Judgment[];
  readonly metric: RankMetric;
}): JsonObject {
  const ratings = judgments.map(({ id, rating }) => ({ _index: index, _id: id, rating }));
  const options = metric === 'dcg' ? { k: K, normalize: true } : { k: K };
  return {
    requests: VERSIONS.map((id) => ({ id, request: { query: queries[id] }, ratings })),
    metric: { [metric]: options },
  };
}

export interface RankAnswer {
  readonly details: Readonly<
    Record<
      string,
      {
        readonly metric_score: number;
        readonly hits: readonly {
          readonly hit: { readonly _id: string };
          readonly rating: number | null;
        }[];
      }
    >
  >;
  readonly failures: Readonly<Record<string, Json>>;
}

interface RankedRow {
  readonly rank: number;
  readonly a: RankedHit | undefined;
  readonly b: RankedHit | undefined;
}

export interface RankedHit {
  readonly id: string;
  readonly rating: number | undefined;
}

/** The hits of both versions, rank by rank. */
export function rankedRows({ details }: RankAnswer): readonly RankedRow[] {
  const hitsOf = (version: Version) =>
    (details[version]?.hits ?? []).map(({ hit, rating }) => ({
      id: hit._id,
      rating: rating ?? undefined,
    }));
  const [a, b] = [hitsOf('a'), hitsOf('b')];
  const count = Math.max(a.length, b.length);
  return Array.from({ length: count }, (_, i) => ({ rank: i + 1, a: a[i], b: b[i] }));
}
