/** `bucket_selector`: keeps the buckets for which a script returns true. */
import { expectDefined } from '@skein/base';
import type { JsonValue } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import { parsing, readTokens } from '../options/token_fields.js';
import { pipelineType } from '../pipeline_type.js';
import { readScript } from '../values/values_options.js';
import { type NamedPath, namedPaths, paramsOf } from './bucket_paths_by_name.js';
import { type GapPolicy, gapPolicyOf } from './gap_policy.js';
import { parentBuckets } from './parent_buckets.js';
import { requireParent } from './surroundings.js';

interface SelectorOptions {
  named: readonly NamedPath[];
  script: ScriptReference | undefined;
  gapPolicy: GapPolicy;
}

export const bucket_selector = pipelineType<SelectorOptions, never>({
  name: 'bucket_selector',
  parse(json, context) {
    const options: SelectorOptions = { named: [], script: undefined, gapPolicy: 'skip' };
    const buckets_path = (paths: JsonValue) => {
      options.named = namedPaths(paths);
    };
    const script = (given: JsonValue) => {
      options.script = readScript(given, context);
    };
    const gap_policy = (text: string) => {
      options.gapPolicy = gapPolicyOf(text);
    };
    const readers = {
      string: { buckets_path, gap_policy, script },
      array: { buckets_path },
      object: { buckets_path, script },
    };
    readTokens(json, readers, { context });
    for (const [field, found] of [
      ['buckets_path', options.named.length > 0],
      ['script', options.script !== undefined],
    ] as const) {
      if (found) continue;
      const reason = `Missing required field [${field}] for bucket_selector aggregation [${context.name}]`;
      throw parsing(reason, { context, inside: json });
    }
    return options;
  },
  paths: ({ named }) => named.map(({ path }) => path),
  check: requireParent,
  runsScript: () => true,
  arrange({ options }, ground) {
    const all = parentBuckets(ground);
    const script = expectDefined(options.script, 'required when it was read');
    const run = ground.scope.script(script, 'aggregation_selector');
    return (own) => own.filter((bucket) => run(paramsOf(all, bucket, options)) === true);
  },
});
