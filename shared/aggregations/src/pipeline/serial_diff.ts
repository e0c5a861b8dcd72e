/** `serial_diff`: the difference of a value from that of the bucket `lag` places before. */

import type { JsonValue } from '@skein/content';
import { integerOf } from '@skein/reading';
import { parsing, readTokens } from '../options/token_fields.js';
import { pipelineType } from '../pipeline_type.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonOptions, commonReaders, requirePaths } from './options.js';
import { requireOnePath, requireSequence } from './surroundings.js';
import { putValue, type ValuePart } from './value_part.js';
import { valuesAlong } from './values_along.js';

interface SerialDiffOptions extends CommonOptions {
  lag: number;
}

export const serial_diff = pipelineType<SerialDiffOptions, ValuePart>({
  ...numberPipeline<SerialDiffOptions>(),
  name: 'serial_diff',
  parse(json, context) {
    const options: SerialDiffOptions = { ...commonOptions(), lag: 1 };
    const lag = (value: JsonValue) => {
      options.lag = integerOf(value);
      if (options.lag > 0) return;
      const reason = `Lag must be a positive, non-zero integer.  Value supplied was${options.lag} in [${context.name}]: [lag].`;
      throw parsing(reason, { context, inside: json, key: 'lag' });
    };
    readTokens(json, { ...commonReaders(options), number: { lag } }, { context });
    // OpenSearch's message names `derivative` here.
    requirePaths(options, json, { context, kind: 'derivative' });
    return options;
  },
  check(node, around) {
    requireOnePath(node, node.options.paths.slice(0, 1));
    requireSequence(node, around);
  },
  compute: ({ options }, ground) =>
    valuesAlong(options.paths, ground, (own, { buckets, path, part }) => {
      const values = Array.from(own, (bucket) => {
        return buckets.value(bucket, path, options.gapPolicy) ?? Number.NaN;
      });
      for (let i = options.lag; i < own.length; i++) {
        const difference = values[i] - values[i - options.lag];
        if (!Number.isNaN(difference)) putValue(part, own[i], difference);
      }
    }),
});
