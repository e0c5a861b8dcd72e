/**
 * The models by which `moving_avg` smooths its window. The arithmetic is that of `MovingFunctions`
 * in scripts; a model adds its settings, and refuses wrong ones in OpenSearch's words.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { movingFunctions } from '@skein/java';
import { RAW, textOfNumber } from '../values/value_format.js';

/** Settings of a model, each number in its valid range. Plain data. */
export interface ModelSettings {
  readonly model: string;
  readonly numbers: Readonly<Record<string, number>>;
  readonly multiplicative: boolean;
  /** True if values are padded, so that no division by 0 occurs. */
  readonly pad: boolean;
}

interface Model {
  /** The settings that are shares, with their defaults. */
  readonly shares: Readonly<Record<string, number>>;
  readonly seasonal: boolean;
  /** The least number of values that the model needs. */
  needs(settings: ModelSettings): number;
  next(values: readonly number[], settings: ModelSettings): number;
  /** Predicts `count` values. If it is absent, the next value is repeated. */
  ahead?(values: readonly number[], settings: ModelSettings, count: number): readonly number[];
}

const anyValues = () => 1;

const MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  [
    'simple',
    {
      shares: {},
      seasonal: false,
      needs: anyValues,
      next: (values) => movingFunctions.unweightedAvg(values),
    },
  ],
  [
    'linear',
    {
      shares: {},
      seasonal: false,
      needs: anyValues,
      next: (values) => movingFunctions.linearWeightedAvg(values),
    },
  ],
  [
    'ewma',
    {
      shares: { alpha: 0.3 },
      seasonal: false,
      needs: anyValues,
      next: (values, { numbers }) => movingFunctions.ewma(values, numbers.alpha ?? 0),
    },
  ],
  [
    'holt',
    {
      shares: { alpha: 0.3, beta: 0.1 },
      seasonal: false,
      needs: anyValues,
      next: (values, { numbers }) =>
        movingFunctions.holt(values, numbers.alpha ?? 0, numbers.beta ?? 0),
      ahead: (values, { numbers: { alpha = 0, beta = 0 } }, count) =>
        movingFunctions.holtAhead(values, { alpha, beta }, count),
    },
  ],
  [
    'holt_winters',
    {
      shares: { alpha: 0.3, beta: 0.1, gamma: 0.3 },
      seasonal: true,
      needs: ({ numbers }) => 2 * (numbers.period ?? 1),
      next: (values, settings) => seasonsAhead(values, settings, 1)[0] ?? Number.NaN,
      ahead: seasonsAhead,
    },
  ],
]);

function seasonsAhead(
  values: readonly number[],
  { numbers, multiplicative, pad }: ModelSettings,
  count: number,
): readonly number[] {
  const { alpha = 0, beta = 0, gamma = 0, period = 1 } = numbers;
  const season = { period, multiplicative, pad };
  return movingFunctions.holtWintersAhead(values, { by: { alpha, beta, gamma }, season }, count);
}

/** The predicted next value; `undefined` if the model needs more values. */
export function nextValue(values: readonly number[], settings: ModelSettings): number | undefined {
  const model = MODELS.get(settings.model);
  if (model === undefined || values.length < model.needs(settings)) return undefined;
  return model.next(values, settings);
}

/**
 * Predicts `count` values, which are NaN if there are no values. Throws if the model needs more
 * values.
 */
export function valuesAhead(
  values: readonly number[],
  settings: ModelSettings,
  count: number,
): readonly number[] {
  const model = MODELS.get(settings.model);
  if (model === undefined || values.length === 0) return new Array(count).fill(Number.NaN);
  if (values.length < model.needs(settings)) {
    const { period } = settings.numbers;
    throw new ApiError(
      'illegal_argument_exception',
      `Holt-Winters aggregation requires at least (2 * period == 2 * ${period} == ${model.needs(settings)}) data-points to function.  Only [${values.length}] were provided.`,
    );
  }
  return (
    model.ahead?.(values, settings, count) ?? new Array(count).fill(model.next(values, settings))
  );
}

/** Throws `parsing_exception` for an unknown model, `parse_exception` for invalid settings. */
export function readModel(name: string, given: JsonObject): ModelSettings {
  const model = MODELS.get(name);
  if (model === undefined) {
    throw new ApiError('parsing_exception', `no [moving_avg_model] registered for [${name}]`);
  }
  const rest = new Map(Object.entries(given));
  // A setting that is null keeps its default and is refused with the unknown ones.
  const take = (key: string) => {
    const value = rest.get(key) ?? undefined;
    if (value !== undefined) rest.delete(key);
    return value;
  };
  const numbers: Record<string, number> = {};
  for (const [key, fallback] of Object.entries(model.shares)) {
    numbers[key] = share(key, take(key), fallback);
  }
  let multiplicative = false;
  let pad = true;
  if (model.seasonal) {
    numbers.period = positive('period', take('period'));
    multiplicative = seasonality(take('type'));
    pad = flag('pad', take('pad'), multiplicative);
  }
  if (rest.size > 0) throw wrong(`Unrecognized parameter(s): [[${[...rest.keys()].join(', ')}]]`);
  return { model: name, numbers, multiplicative, pad };
}

export function canBeMinimized({ model }: ModelSettings): boolean {
  return Object.keys(MODELS.get(model)?.shares ?? {}).length > 0;
}

export function shareNames({ model }: ModelSettings): readonly string[] {
  return Object.keys(MODELS.get(model)?.shares ?? {});
}

function share(key: string, json: JsonValue | undefined, fallback: number): number {
  if (json === undefined) return fallback;
  if (typeof json !== 'number' && typeof json !== 'bigint') {
    throw wrong(`Parameter [${key}] must be a double, type \`${javaType(json)}\` provided instead`);
  }
  const number = Number(json);
  if (number >= 0 && number <= 1) return number;
  throw wrong(
    `Parameter [${key}] must be between 0-1 inclusive.  Providedvalue was [${textOfNumber(number, RAW)}]`,
  );
}

function positive(key: string, json: JsonValue | undefined): number {
  if (json === undefined) return 1;
  if (typeof json !== 'number' || !Number.isInteger(json) || json > MAX_INTEGER) {
    throw wrong(
      `Parameter [${key}] must be an integer, type \`${javaType(json)}\` provided instead`,
    );
  }
  if (json > 0) return json;
  throw wrong(`Parameter [${key}] must be a positive, non-zero integer`);
}

const MAX_INTEGER = 2 ** 31 - 1;

function seasonality(json: JsonValue | undefined): boolean {
  if (json === undefined || json === 'add') return false;
  if (json === 'mult') return true;
  if (typeof json !== 'string') {
    throw wrong(`Parameter [type] must be a String, type \`${javaType(json)}\` provided instead`);
  }
  throw wrong(`Unknown seasonality type [${json}], accepted values are [add, mult]`);
}

function flag(key: string, json: JsonValue | undefined, fallback: boolean): boolean {
  if (json === undefined) return fallback;
  if (typeof json === 'boolean') return json;
  throw wrong(`Parameter [${key}] must be a boolean, type \`${javaType(json)}\` provided instead`);
}

function javaType(json: JsonValue): string {
  if (typeof json === 'string') return 'String';
  if (typeof json === 'boolean') return 'Boolean';
  if (typeof json === 'number' && !Number.isInteger(json)) return 'Double';
  if (typeof json === 'number') return Math.abs(json) > MAX_INTEGER ? 'Long' : 'Integer';
  if (typeof json === 'bigint') return 'Long';
  return isJsonObject(json) ? 'LinkedHashMap' : 'ArrayList';
}

function wrong(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
