/**
 * Smoothing: estimates the likelihood of a word after the words before it when the index has few of
 * these sequences. The models are stupid backoff (Brants et al., "Large language models in machine
 * translation", 2007), additive smoothing and linear interpolation.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import { doubleOf, isScalar, tokenName, withPlace } from '../../queries/options.js';
import { placed } from '../placed.js';
import type { SuggestReading } from '../suggester.js';
import { illegal } from '../suggestion_options.js';

export type Smoothing =
  | { readonly kind: 'stupid_backoff'; readonly discount: number }
  | { readonly kind: 'laplace'; readonly alpha: number }
  | {
      readonly kind: 'linear';
      readonly trigram: number;
      readonly bigram: number;
      readonly unigram: number;
    };

const DEFAULT_DISCOUNT = 0.4;
const DEFAULT_ALPHA = 0.5;

export const DEFAULT_SMOOTHING: Smoothing = { kind: 'stupid_backoff', discount: DEFAULT_DISCOUNT };

/** The last model that is named; `undefined` when none is. */
export function parseSmoothing(json: JsonObject, reading: SuggestReading): Smoothing | undefined {
  let smoothing: Smoothing | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    if (!isJsonObject(value)) {
      const reason = `[smoothing] unknown token [${tokenName(value)}] after [${key}]`;
      throw placed(reason, json, { ...reading, key });
    }
    smoothing = modelOf(key, value, reading);
  }
  return smoothing;
}

function modelOf(name: string, json: JsonObject, reading: SuggestReading): Smoothing {
  if (name === 'stupid_backoff') {
    return {
      kind: name,
      discount: numberIn(json, 'discount', reading) ?? DEFAULT_DISCOUNT,
    };
  }
  if (name === 'laplace') {
    return { kind: name, alpha: numberIn(json, 'alpha', reading) ?? DEFAULT_ALPHA };
  }
  if (name === 'linear') return linearOf(json, reading);
  throw illegal(`suggester[phrase] doesn't support object field [${name}]`);
}

/** A member's number. OpenSearch ignores the other members. */
function numberIn(json: JsonObject, key: string, { locate }: SuggestReading): number | undefined {
  const value = json[key];
  if (value === undefined || value === null) return undefined;
  if (!isScalar(value)) {
    const reason = `[smoothing] unknown token [${tokenName(value)}] after [${key}]`;
    throw placed(reason, json, { locate, key });
  }
  try {
    return doubleOf(value);
  } catch (thrown) {
    throw withPlace(thrown, { locate, inside: json, key });
  }
}

const LAMBDAS = ['trigram_lambda', 'bigram_lambda', 'unigram_lambda'];
/** The highest deviation of the sum of lambdas from 1. */
const TOLERANCE = 0.001;

function linearOf(json: JsonObject, reading: SuggestReading): Smoothing {
  for (const [key, value = null] of Object.entries(json)) {
    if (!isScalar(value)) {
      const reason = `[linear] unknown token [${tokenName(value)}] after [${key}]`;
      throw placed(reason, json, { ...reading, key });
    }
    if (!LAMBDAS.includes(key)) {
      throw illegal(`suggester[phrase][smoothing][linear] doesn't support field [${key}]`);
    }
    if ((numberIn(json, key, reading) ?? 0) < 0) throw illegal(`${key} must be positive`);
  }
  const [trigram = 0, bigram = 0, unigram = 0] = LAMBDAS.map(
    (key) => numberIn(json, key, reading) ?? 0,
  );
  const sum = trigram + bigram + unigram;
  if (Math.abs(sum - 1) > TOLERANCE) throw illegal('linear smoothing lambdas must sum to 1');
  return {
    kind: 'linear',
    trigram: trigram / sum,
    bigram: bigram / sum,
    unigram: unigram / sum,
  };
}
