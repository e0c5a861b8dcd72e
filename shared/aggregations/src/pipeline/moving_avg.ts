/** `moving_avg`: the smoothed value of the buckets before. Deprecated in favour of `moving_fn`, and still what older dashboards send. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { ParseContext } from '../aggregation_type.js';
import { parsing, readTokens } from '../options/token_fields.js';
import { pipelineType } from '../pipeline_type.js';
import { validationError } from './bucket_path.js';
import { fittedModel } from './fitted_model.js';
import { canBeMinimized, type ModelSettings, nextValue, readModel } from './moving_models.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonOptions, commonReaders, requirePaths } from './options.js';
import { parentBuckets } from './parent_buckets.js';
import { requireOnePath, requireSequence } from './surroundings.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

interface AverageOptions extends CommonOptions {
  window: number;
  settings: ModelSettings;
  /** Whether the shares of the model are fitted to the newest values. */
  minimize: boolean;
}

interface Draft extends CommonOptions {
  window: number;
  model: string;
  settings: JsonObject;
  minimize: boolean | undefined;
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
        window: (window: number) => {
          draft.window = Math.trunc(window);
          if (draft.window > 0) return;
          const reason = `[window] value must be a positive, non-zero integer.  Value supplied was [${draft.window}] in [${context.name}].`;
          throw parsing(reason, { context, inside: json, key: 'window' });
        },
        predict: () => {
          const reason = `[predict] of moving_avg aggregation [${context.name}] is not supported`;
          throw new ApiError('illegal_argument_exception', reason);
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
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = emptyValues(buckets.count);
    const { window, gapPolicy, minimize } = options;
    const [path] = options.paths;
    if (path === undefined) return part;
    buckets.eachOwner((own) => {
      const known: { readonly bucket: number; readonly value: number }[] = [];
      for (const bucket of own) {
        const value = buckets.value(bucket, path, gapPolicy);
        if (value !== undefined && !Number.isNaN(value)) known.push({ bucket, value });
      }
      const values = known.map(({ value }) => value);
      const settings = minimize ? fittedModel(options.settings, values, window) : options.settings;
      known.forEach(({ bucket }, i) => {
        const next = nextValue(values.slice(Math.max(0, i - window), i), settings);
        if (next !== undefined) putValue(part, bucket, next);
      });
    });
    return part;
  },
});

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
