/**
 * `bucket_count_ks_test`: the Kolmogorov-Smirnov test of whether documents are distributed over the
 * buckets as `fractions` says, on points of both distributions. It is an aggregation of
 * Elasticsearch; OpenSearch has none like it.
 */

import { seededRandom } from '@skein/base';
import { isJsonArray, type JsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { doubleOf, textOf } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { pipelineType } from '../pipeline_type.js';
import { type Alternative, distance, pValue } from '../statistics/kolmogorov_smirnov.js';
import { bucketMetric, eachValue, parseBucketMetric } from './bucket_metric.js';
import { validationError } from './bucket_path.js';
import { type CommonOptions, commonReaders } from './options.js';
import { numberMembers } from './value_part.js';

const ALTERNATIVES: readonly Alternative[] = ['less', 'greater', 'two_sided'];

/** Points in which each tenth of the distribution has one more than the previous: 55 in all. */
const UPPER_TAIL = Array.from({ length: 10 }, (_none, tenth) =>
  Array.from({ length: tenth + 1 }, (_point, i) => (tenth + (i + 0.5) / (tenth + 1)) / 10),
).flat();

/** The shares of a distribution at which both are sampled, by `sampling_method`. */
const SAMPLING: ReadonlyMap<string, readonly number[]> = new Map([
  ['upper_tail', UPPER_TAIL],
  ['lower_tail', UPPER_TAIL.map((share) => 1 - share)],
  ['uniform', UPPER_TAIL.map((_share, i) => (i + 1) / (UPPER_TAIL.length + 1))],
]);

/** The least number of documents that gives a reliable result, as in Elasticsearch. */
const MIN_DOCUMENTS = 23;
/**
 * The number of samples that are drawn from the points if there are fewer documents than points.
 */
const DRAWS = 20;
const SEED = 0x51ed270b;
/** The precision of rounding, since sums of equal shares may differ in their last bits. */
const PRECISION = 1e9;

interface TestOptions extends CommonOptions {
  alternatives: readonly Alternative[];
  fractions: readonly number[] | undefined;
  points: readonly number[];
}

/** The p-values of each owner, which are NaN if there are too few documents. */
type TestPart = readonly Readonly<Partial<Record<Alternative, number>>>[];

function alternativesOf(json: JsonValue, { name }: ParseContext): readonly Alternative[] {
  const texts = (isJsonArray(json) ? json : [json]).map(textOf);
  if (texts.length === 0) {
    throw illegalArgument(`[alternative] must not be empty for aggregation [${name}]`);
  }
  const known = (text: string) => ALTERNATIVES.some((alternative) => alternative === text);
  const unknown = texts.find((text) => !known(text));
  if (unknown !== undefined) throw illegalArgument(`unknown [alternative]: [${unknown}]`);
  return ALTERNATIVES.filter((alternative) => texts.includes(alternative));
}

function fractionsOf(json: JsonArray): readonly number[] {
  const fractions = json.map(doubleOf);
  const wrong = fractions.find((fraction) => !(fraction >= 0 && Number.isFinite(fraction)));
  if (wrong === undefined) return fractions;
  throw illegalArgument(`[fractions] must be numbers of 0 or more, found [${wrong}]`);
}

function pointsOf(text: string): readonly number[] {
  const points = SAMPLING.get(text.toLowerCase());
  if (points !== undefined) return points;
  throw illegalArgument(`Unrecognized sampling_method [${text}]`);
}

function parse(json: JsonObject, context: ParseContext): TestOptions {
  const options = parseBucketMetric(json, context, (common) => {
    const own: TestOptions = Object.assign(common, {
      gapPolicy: 'insert_zeros' as const,
      alternatives: ALTERNATIVES,
      fractions: undefined,
      points: UPPER_TAIL,
    });
    const alternative = (given: JsonValue) => {
      own.alternatives = alternativesOf(given, context);
    };
    const fractions = (given: JsonArray) => {
      own.fractions = fractionsOf(given);
    };
    const sampling_method = (text: string) => {
      own.points = pointsOf(text);
    };
    const string = { ...commonReaders(common).string, alternative, sampling_method };
    return { options: own, readers: { string, array: { alternative, fractions } } };
  });
  if (options.format !== undefined)
    throw illegalArgument('[bucket_count_ks_test] unknown field [format]');
  if (options.gapPolicy === 'insert_zeros') return options;
  throw illegalArgument('only [gap_policy] of [insert_zeros] is supported');
}

/** The cumulative share after each bucket; `undefined` if the sum is 0. */
function cumulativeShares(numbers: readonly number[]): Float64Array | undefined {
  let sum = 0;
  const sums = Float64Array.from(numbers, (value) => {
    sum += value;
    return sum;
  });
  return sum > 0 ? sums.map((each) => each / sum) : undefined;
}

/**
 * The position at which a share is reached, interpolated linearly within a bucket. The first bucket
 * is from 0 to 1.
 */
function placeOf(share: number, shares: Float64Array): number {
  const found = shares.findIndex((each) => each > share);
  const bucket = found < 0 ? shares.length - 1 : found;
  const before = shares[bucket - 1] ?? 0;
  const inside = (share - before) / (shares[bucket] - before);
  return Math.round((bucket + inside) * PRECISION) / PRECISION;
}

/** Draws `count` of the points at random: the first ones of a Fisher-Yates shuffle. */
function drawn(points: readonly number[], count: number, random: () => number): readonly number[] {
  const left = [...points];
  for (let i = 0; i < count; i++) {
    const other = i + Math.floor(random() * (left.length - i));
    [left[i], left[other]] = [left[other], left[i]];
  }
  return left.slice(0, count);
}

function tested(counts: readonly number[], options: TestOptions): TestPart[number] {
  const { alternatives, points } = options;
  const fractions = options.fractions ?? counts.map(() => 1);
  if (fractions.length !== counts.length) {
    throw illegalArgument(
      `[fractions] must have as many numbers as there are buckets: [${fractions.length}] are not [${counts.length}]`,
    );
  }
  const documents = counts.reduce((sum, count) => sum + count, 0);
  const found = cumulativeShares(counts);
  const expected = cumulativeShares(fractions);
  if (found === undefined || expected === undefined || documents < MIN_DOCUMENTS) {
    return Object.fromEntries(alternatives.map((alternative) => [alternative, Number.NaN]));
  }
  const random = seededRandom(SEED);
  const size = Math.min(documents, points.length);
  const draws = size === points.length ? 1 : DRAWS;
  const logs = new Map(alternatives.map((alternative) => [alternative, 0]));
  for (let draw = 0; draw < draws; draw++) {
    const at = draws === 1 ? points : drawn(points, size, random);
    const first = Float64Array.from(at, (share) => placeOf(share, found)).sort();
    const second = Float64Array.from(at, (share) => placeOf(share, expected)).sort();
    for (const [alternative, sum] of logs) {
      const value = pValue(distance(first, second, alternative), size, alternative);
      logs.set(alternative, sum + Math.log(value));
    }
  }
  return Object.fromEntries(Array.from(logs, ([name, sum]) => [name, Math.exp(sum / draws)]));
}

export const bucket_count_ks_test = pipelineType<TestOptions, TestPart>({
  ...bucketMetric,
  name: 'bucket_count_ks_test',
  parse,
  check(node, around) {
    bucketMetric.check(node, around);
    if (node.options.paths[0]?.steps.at(-1) === '_count') return;
    throw validationError(
      '[bucket_count_ks_test] requires that buckets_path points to bucket [_count]',
    );
  },
  compute(node, ground) {
    const counts = Array.from({ length: ground.level.owners }, (): number[] => []);
    eachValue(node, ground, (at, value) => void counts[at]?.push(value));
    return counts.map((own) => {
      ground.scope.checkCancelled();
      return tested(own, node.options);
    });
  },
  render: (_node, part, owner) =>
    Object.fromEntries(
      Object.entries(part[owner] ?? {}).flatMap(([name, value]) =>
        Object.entries(numberMembers(name, value, undefined)),
      ),
    ),
  value(_node, part, owner, property) {
    const alternative = ALTERNATIVES.find((each) => each === property);
    return alternative && part[owner]?.[alternative];
  },
});
