/**
 * Finds the shares of a model that predict the newest window of a series best from the window
 * before it, by simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983), as OpenSearch does. The
 * random generator has a fixed seed, so the same series has the same fit.
 */
import { seededRandom } from '@skein/base';
import { type ModelSettings, nextValue, shareNames } from './moving_models.js';

const ROUNDS = 40;
const STEPS = 20;
const COOLING = 0.9;
const SEED = 0x9e3779b9;

/** The fitted model, or the given one if there are fewer values than two windows. */
export function fittedModel(
  settings: ModelSettings,
  values: readonly number[],
  window: number,
): ModelSettings {
  if (values.length < 2 * window) return settings;
  const series = values.slice(-2 * window);
  const cost = (candidate: ModelSettings) => squaredErrors(candidate, series, window);
  const random = seededRandom(SEED);
  const names = shareNames(settings);
  let current = settings;
  let currentCost = cost(settings);
  let [best, bestCost] = [current, currentCost];
  let temperature = 1;
  for (let round = 0; round < ROUNDS; round++) {
    for (let step = 0; step < STEPS; step++) {
      const next = neighbour(current, names, random);
      const nextCost = cost(next);
      const isTaken = random() < Math.exp((currentCost - nextCost) / temperature);
      if (nextCost > currentCost && !isTaken) continue;
      [current, currentCost] = [next, nextCost];
      if (nextCost < bestCost) [best, bestCost] = [next, nextCost];
    }
    temperature *= COOLING;
  }
  return best;
}

/** The settings with one share drawn anew. */
function neighbour(
  settings: ModelSettings,
  names: readonly string[],
  random: () => number,
): ModelSettings {
  const name = names[Math.floor(random() * names.length)] ?? '';
  return { ...settings, numbers: { ...settings.numbers, [name]: random() } };
}

/** The sum of squared errors over the second window; each value is predicted from those before. */
function squaredErrors(settings: ModelSettings, series: readonly number[], window: number): number {
  let sum = 0;
  for (let i = window; i < series.length; i++) {
    const foretold = nextValue(series.slice(i - window, i), settings) ?? 0;
    sum += (foretold - series[i]) ** 2;
  }
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
