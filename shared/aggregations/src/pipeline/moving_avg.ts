/**
 * `moving_avg`: the smoothed value of the previous buckets. Deprecated in favour of `moving_fn`,
 * but older dashboards still send it.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { parsing, readTokens } from '../options/token_fields.js';
import { pipelineType } from '../pipeline_type.js';
import { validationError } from './bucket_path.js';
import { fittedModel } from './fitted_model.js';
import {
  canBeMinimized,
  type ModelSettings,
  nextValue,
  readModel,
  valuesAhead,
} from './moving_models.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonOptions, commonReaders, requirePaths } from './options.js';
import type { ParentBuckets } from './parent_buckets.js';
import { requireOnePath, requireSequence } from './surroundings.js';
import { putValue, type ValuePart } from './value_part.js';
import { valuesAlong } from './values_along.js';

interface AverageOptions extends CommonOptions {
  window: number;
  settings: ModelSettings;
  /** True if the shares of the model are fitted to the newest values. */
  minimize: boolean;
  /** The number of buckets after the last one with a value that are predicted. */
  predict: number;
}

interface Draft extends CommonOptions {
  window: number;
  model: string;
  settings: JsonObject;
  minimize: boolean | undefined;
  predict: number;
}

export const moving_avg = pipelineType<AverageOptions, ValuePart>({
  ...numberPipeline<AverageOptions>(),
  name: 'moving_avg',
  parse(json, context) {
    const draft: Draft = {
      ...commonOptions(),
      window: 5,
      model: 'simple',
      settings: {},
      minimize: undefined,
      predict: 0,
    };
    const { string, array } = commonReaders(draft);
    const readers = {
      string: {
        ...string,
        model: (model: string) => {
          draft.model = model;
        },
      },
      array,
      number: {
        window: (window: JsonValue) => {
          draft.window = integerOf(window);
          if (draft.window > 0) return;
          const reason = `[window] value must be a positive, non-zero integer.  Value supplied was [${draft.window}] in [${context.name}].`;
          throw parsing(reason, { context, inside: json, key: 'window' });
        },
        predict: (predict: JsonValue) => {
          draft.predict = integerOf(predict);
          if (draft.predict > 0) return;
          const reason = `[predict] value must be a positive integer.  Value supplied was [${draft.predict}] in [${context.name}].`;
          throw parsing(reason, { context, inside: json, key: 'predict' });
        },
      },
      object: {
        settings: (settings: JsonObject) => {
          draft.settings = settings;
        },
      },
      boolean: {
        minimize: (minimize: boolean) => {
          draft.minimize = minimize;
        },
      },
    };
    readTokens(json, readers, { context });
    requirePaths(draft, json, { context, kind: 'movingAvg' });
    const settings = modelOf(draft, json, context);
    const minimize = draft.minimize ?? settings.model === 'holt_winters';
    return { ...draft, settings, minimize };
  },
  check(node, around) {
    const { minimize, settings, paths } = node.options;
    requireOnePath(node, paths.slice(0, 1));
    if (minimize && !canBeMinimized(settings)) {
      throw validationError(
        `The [${settings.model}] model cannot be minimized for aggregation [${node.name}]`,
      );
    }
    requireSequence(node, around);
  },
  adds: ({ predict }) => predict,
  compute({ options }, ground) {
    const { window, gapPolicy, minimize, predict } = options;
    return valuesAlong(options.paths, ground, (own, { buckets, path, part, owner }) => {
      const known: Known[] = [];
      own.forEach((bucket, place) => {
        const value = buckets.value(bucket, path, gapPolicy);
        if (value !== undefined && !Number.isNaN(value)) known.push({ bucket, place, value });
      });
      const values = known.map(({ value }) => value);
      const settings = minimize ? fittedModel(options.settings, values, window) : options.settings;
      known.forEach(({ bucket }, i) => {
        const next = nextValue(values.slice(Math.max(0, i - window), i), settings);
        if (next !== undefined) putValue(part, bucket, next);
      });
      if (own.length === 0 || predict === 0) return;
      const ahead = valuesAhead(values.slice(-window), settings, predict);
      putAhead({ own, owner, last: known.at(-1) }, ahead, { buckets, part });
    });
  },
});

interface Known {
  readonly bucket: number;
  /** The index of the bucket among those of its owner. */
  readonly place: number;
  readonly value: number;
}

interface OwnBuckets {
  readonly own: Uint32Array;
  readonly owner: number;
  /** The last bucket with a value. */
  readonly last: Known | undefined;
}

/**
 * Puts predicted values into the buckets after the last one with a value: first into existing
 * buckets, then into new ones. If no bucket has a value, keys continue from 0, as in OpenSearch.
 */
function putAhead(
  { own, owner, last }: OwnBuckets,
  ahead: readonly number[],
  { buckets, part }: { readonly buckets: ParentBuckets; readonly part: ValuePart },
): void {
  const { growth } = buckets;
  let key = last === undefined ? 0 : (buckets.key(last.bucket).number ?? 0);
  ahead.forEach((value, i) => {
    key = growth.nextKey(key, owner);
    const there = own[(last?.place ?? 0) + i + 1];
    if (there !== undefined) growth.putKey(there, key);
    putValue(part, there ?? growth.add(owner, key), value);
  });
}

function modelOf(draft: Draft, json: JsonObject, context: ParseContext): ModelSettings {
  try {
    return readModel(draft.model, draft.settings);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const place = { context, inside: json };
    if (thrown.type === 'parsing_exception') throw parsing(thrown.reason, place);
    throw parsing(`Could not parse settings for model [${draft.model}].`, place, thrown);
  }
}
