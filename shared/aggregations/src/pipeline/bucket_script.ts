/** `bucket_script`: a number computed from values of the bucket. */
import type { ScriptReference } from '@skein/script';
import { pipelineType } from '../pipeline_type.js';
import { readScript } from '../values/values_options.js';
import { type NamedPath, namedPaths, paramsOf } from './bucket_paths_by_name.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonFields, commonOptions, readObject } from './options.js';
import { parentBuckets } from './parent_buckets.js';
import { requireParent } from './surroundings.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

interface ScriptOptions extends CommonOptions {
  named: readonly NamedPath[];
  script: ScriptReference | undefined;
}

export const bucket_script = pipelineType<ScriptOptions, ValuePart>({
  ...numberPipeline<ScriptOptions>(),
  name: 'bucket_script',
  parse(json, context) {
    const options: ScriptOptions = { ...commonOptions(), named: [], script: undefined };
    const { format, gap_policy } = commonFields(options);
    const fields = {
      buckets_path: [
        'object_array_or_string' as const,
        (paths: Parameters<typeof namedPaths>[0]) => {
          options.named = namedPaths(paths);
        },
      ] as const,
      script: [
        'object_or_string' as const,
        (script: Parameters<typeof readScript>[0]) => {
          options.script = readScript(script, context);
        },
      ] as const,
      ...(format ? { format } : {}),
      ...(gap_policy ? { gap_policy } : {}),
    };
    readObject(json, fields, { context, required: ['buckets_path', 'script'] });
    return options;
  },
  paths: ({ named }) => named.map(({ path }) => path),
  check: requireParent,
  runsScript: () => true,
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = emptyValues(buckets.count);
    if (options.script === undefined) return part;
    const run = ground.scope.script(options.script, 'bucket_aggregation');
    buckets.eachOwner((own) => {
      for (const bucket of own) {
        const params = paramsOf(buckets, bucket, options);
        if (isSkipped(params, options)) continue;
        const result = run(params);
        if (result !== null) putValue(part, bucket, Number(result));
      }
    });
    return part;
  },
});

/** True if the bucket lacks a value and gaps are skipped. */
function isSkipped(
  params: Readonly<Record<string, number | null>>,
  { gapPolicy }: ScriptOptions,
): boolean {
  if (gapPolicy !== 'skip') return false;
  return Object.values(params).some((value) => value === null || Number.isNaN(value));
}
