/** A measure of how well hits are ranked, given ratings of documents. Each is one file in this folder and one line in `all.ts`. */
import type { JsonObject } from '@skein/content';
import type { BodyLocator } from '../request/body_location.js';

/** Ratings of the hits, best hit first; `undefined`: nobody has rated the document. */
export type HitRatings = readonly (number | undefined)[];

export interface RankQuality {
  /** 0 to 1, but for sums of gains. */
  readonly score: number;
  /** How it came about, as `metric_details` shows it. */
  readonly details: JsonObject;
}

export interface RankMetric {
  readonly name: string;
  /** Hits looked at. */
  readonly k: number;
  /** `all`: the ratings of every rated document. */
  evaluate(hits: HitRatings, all: readonly number[]): RankQuality;
}

export interface RankMetricType {
  readonly name: string;
  parse(options: JsonObject, locate: BodyLocator): RankMetric;
}
