/**
 * A measure of ranking quality, given ratings of documents. Each metric is one file in this folder
 * and one line in `all.ts`.
 */
import type { JsonObject } from '@skein/content';
import type { BodyLocator } from '../request/body_location.js';

/** Ratings of the hits, best hit first; `undefined` for unrated documents. */
export type HitRatings = readonly (number | undefined)[];

interface RankQuality {
  /** The score, from 0 to 1 except for sums of gains. */
  readonly score: number;
  /** The details that `metric_details` shows. */
  readonly details: JsonObject;
}

export interface RankMetric {
  readonly name: string;
  /** The number of hits evaluated. */
  readonly k: number;
  /** `all` contains the ratings of every rated document. */
  evaluate(hits: HitRatings, all: readonly number[]): RankQuality;
}

export interface RankMetricType {
  readonly name: string;
  parse(options: JsonObject, locate: BodyLocator): RankMetric;
}
