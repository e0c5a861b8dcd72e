/** `moving_fn`: the result of a script on the values of a window of buckets. */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf, textOf } from '@skein/reading';
import type { ScriptReference } from '@skein/script';
import { pipelineType } from '../pipeline_type.js';
import { readScript } from '../values/values_options.js';
import { parseBucketPath } from './bucket_path.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonFields, commonOptions, readObject } from './options.js';
import { parentBuckets } from './parent_buckets.js';
import { requireSequence } from './surroundings.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

interface MovingOptions extends CommonOptions {
  script: ScriptReference | undefined;
  window: number;
  /**
   * The number of buckets by which the window, which ends at the previous bucket, is moved later.
   */
  shift: number;
}

export const moving_fn = pipelineType<MovingOptions, ValuePart>({
  ...numberPipeline<MovingOptions>(),
  name: 'moving_fn',
  parse(json, context) {
    const options: MovingOptions = { ...commonOptions(), script: undefined, window: 0, shift: 0 };
    const fields = {
      ...commonFields(options),
      buckets_path: [
        'string' as const,
        (text: JsonValue) => {
          options.paths = [parseBucketPath(textOf(text))];
        },
      ] as const,
      script: [
        'object_or_string' as const,
        (script: JsonValue) => {
          options.script = readScript(script, context);
        },
      ] as const,
      window: [
        'number' as const,
        (window: JsonValue) => {
          options.window = integerOf(window);
        },
      ] as const,
      shift: [
        'number' as const,
        (shift: JsonValue) => {
          options.shift = integerOf(shift);
        },
      ] as const,
    };
    readObject(json, fields, { context, required: ['buckets_path', 'script', 'window'] });
    if (options.window <= 0) throw notPositive();
    return options;
  },
  check: requireSequence,
  runsScript: () => true,
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = emptyValues(buckets.count);
    const { window, shift, gapPolicy, script } = options;
    const [path] = options.paths;
    if (path === undefined || script === undefined) return part;
    const run = ground.scope.script(script, 'moving-function');
    buckets.eachOwner((own) => {
      const known: number[] = [];
      const places: number[] = [];
      for (const bucket of own) {
        const value = buckets.value(bucket, path, gapPolicy);
        if (value === undefined || Number.isNaN(value)) continue;
        known.push(value);
        places.push(bucket);
      }
      const values = Float64Array.from(known);
      places.forEach((bucket, i) => {
        const from = clamp(i - window + shift, known.length);
        const to = clamp(i + shift, known.length);
        // The script may change its values, so it gets its own.
        putValue(part, bucket, Number(run({}, values.slice(from, to))));
      });
    });
    return part;
  },
});

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(length, at));
}

function notPositive(): ApiError {
  const reason = '[window] must be a positive, non-zero integer.';
  const cause = new ApiError('illegal_argument_exception', reason);
  const building = 'Failed to build [moving_fn] after last required field arrived';
  return new ApiError('x_content_parse_exception', building, { cause });
}
