/** Explains how functions changed a query's score. */
import { float32Text } from '@skein/content';
import type { ScoreFunction } from '../functions/score_function.js';
import type { FunctionScoreOptions, WeightedFunction } from '../queries/function_score.js';
import type { Weight } from '../query.js';
import { type ExplainedDoc, scoreOf } from './explain_weight.js';
import { type Explanation, matched, unmatched } from './explanation.js';

interface ExplainedFunctions {
  readonly functions: readonly WeightedFunction[];
  /** The weight of each function's filter. */
  readonly filters: readonly (Weight | undefined)[];
  readonly options: FunctionScoreOptions;
  /** Explanation of the query itself. */
  readonly inner: Explanation;
  /** The score with the functions; `undefined`: it is below the minimum. */
  readonly score: number | undefined;
  readonly docBase: number;
}

/** A function that applies to the document. */
interface Applied {
  readonly why: Explanation;
  readonly weight: number;
}

export function explainFunctionScore(
  explained: ExplainedFunctions,
  place: ExplainedDoc,
): Explanation {
  const { functions, filters, inner, options, score } = explained;
  if (!inner.matches) return inner;
  const applied = functions.flatMap((one, i): Applied[] => {
    const filter = filters[i];
    if (filter !== undefined && scoreOf(filter, place) === undefined) return [];
    return [{ why: explainFunction(one, explained, place), weight: one.weight ?? 1 }];
  });
  const whole = functions.length === 0 ? inner : combined(explained, applied);
  if (score !== undefined) return whole;
  const least = float32Text(options.minScore ?? 0);
  const words = `Score value is too low, expected at least ${least} but got ${float32Text(whole.value)}`;
  return unmatched(words, [whole]);
}

function explainFunction(
  { function: given, weight, filter }: WeightedFunction,
  explained: ExplainedFunctions,
  place: ExplainedDoc,
): Explanation {
  const own = given && explainOwn(given, explained, place);
  const plain = own ?? matched(1, 'constant score 1.0 - no function provided');
  const weighted =
    weight === undefined
      ? plain
      : matched(plain.value * weight, 'product of:', [plain, matched(weight, 'weight')]);
  if (filter === undefined) return weighted;
  return matched(weighted.value, 'function score, product of:', [
    matched(1, `match filter: ${filter}`),
    weighted,
  ]);
}

function explainOwn(
  given: ScoreFunction,
  { docBase, inner }: ExplainedFunctions,
  place: ExplainedDoc,
): Explanation {
  const value = given.segment(place.segment, docBase)(place.doc, () => inner.value);
  if (given.words !== undefined) {
    return matched(value, given.words(), [matched(inner.value, '_score: ', [inner])]);
  }
  return given.explain?.(place, value) ?? matched(value, 'score function');
}

function combined(
  { functions, options, inner }: ExplainedFunctions,
  applied: readonly Applied[],
): Explanation {
  const { boostMode, maxBoost, scoreMode } = options;
  const factor = factorOf(functions, applied, scoreMode);
  const largest = Number.isFinite(maxBoost) ? maxBoost : MAX_FLOAT;
  const capped = matched(Math.min(factor.value, largest), 'min of:', [
    factor,
    matched(largest, 'maxBoost'),
  ]);
  if (boostMode === 'replace') return capped;
  const value = together(Math.fround(inner.value), Math.fround(capped.value), boostMode);
  if (boostMode === 'multiply')
    return matched(value, 'function score, product of:', [inner, capped]);
  const colon = boostMode === 'sum' || boostMode === 'avg' ? '' : ':';
  return matched(value, `${boostMode} of${colon}`, [inner, capped]);
}

/** OpenSearch explains in floats, although it scores in doubles. */
function together(
  query: number,
  factor: number,
  mode: Exclude<FunctionScoreOptions['boostMode'], 'replace'>,
): number {
  switch (mode) {
    case 'multiply':
      return Math.fround(query * factor);
    case 'sum':
      return Math.fround(query + factor);
    case 'avg':
      return Math.fround((query + factor) / 2);
    case 'min':
      return Math.min(query, factor);
    case 'max':
      return Math.max(query, factor);
  }
}

const MAX_FLOAT = 3.4028234663852886e38;

function factorOf(
  functions: readonly WeightedFunction[],
  applied: readonly Applied[],
  mode: FunctionScoreOptions['scoreMode'],
): Explanation {
  const [first] = applied;
  if (first === undefined) return matched(1, 'No function matched');
  if (functions.length === 1 && functions[0]?.filter === undefined) return first.why;
  const words = `function score, score mode [${mode}]`;
  return matched(
    joined(applied, mode),
    words,
    applied.map(({ why }) => why),
  );
}

function joined(applied: readonly Applied[], mode: FunctionScoreOptions['scoreMode']): number {
  const values = applied.map(({ why }) => why.value);
  const sum = values.reduce((total, value) => total + value, 0);
  switch (mode) {
    case 'first':
      return values[0] ?? 1;
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'multiply':
      return values.reduce((product, value) => product * value, 1);
    case 'sum':
    case 'avg': {
      const weights = applied.reduce((total, { weight }) => total + weight, 0);
      if (weights === 0) return 1;
      return mode === 'avg' ? sum / weights : sum;
    }
  }
}
