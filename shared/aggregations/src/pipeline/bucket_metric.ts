/** The common part of pipelines that summarise the buckets of a sibling aggregation. */
import type { JsonObject } from '@skein/content';
import type { ParseContext } from '../aggregation_type.js';
import { readTokens, type TokenReaders } from '../options/token_fields.js';
import type { PipelineGround, PipelineNode, PipelineType } from '../pipeline_type.js';
import { valueOrGap } from './gap_policy.js';
import { type CommonOptions, commonOptions, commonReaders, requirePaths } from './options.js';
import { placeIn } from './path_value.js';
import { requireManyBuckets } from './surroundings.js';

/**
 * Takes the value of each bucket that has one. `at` is the owner of the level, and `place` the
 * index of the bucket among the owner's shown buckets.
 */
type TakeValue = (at: number, value: number, key: () => string, place: number) => void;

export function parseBucketMetric<O extends CommonOptions>(
  json: JsonObject,
  context: ParseContext,
  own: (options: CommonOptions) => { readonly options: O; readonly readers: TokenReaders },
): O {
  const common = commonOptions();
  const { options, readers } = own(common);
  const shared = commonReaders(options);
  const array = { ...shared.array, ...readers.array };
  readTokens(json, { ...shared, ...readers, array }, { context, plain: true });
  requirePaths(options, json, { context, kind: '' });
  return options;
}

export function parsePlainMetric(json: JsonObject, context: ParseContext): CommonOptions {
  return parseBucketMetric(json, context, (options) => ({ options, readers: {} }));
}

export const bucketMetric: Pick<PipelineType<CommonOptions>, 'paths' | 'check'> = {
  paths: ({ paths }) => paths,
  check(node, around) {
    const [path] = node.options.paths;
    if (path !== undefined) requireManyBuckets(node, around, path);
  },
};

export function eachValue(
  { options }: PipelineNode<CommonOptions>,
  { level }: PipelineGround,
  take: TakeValue,
): void {
  const [path] = options.paths;
  if (path === undefined) return;
  const { of, parts, tree } = level;
  const at = of.children.findIndex(({ name }) => name === path.steps[0]);
  const node = of.children[at];
  if (node === undefined) return;
  const part = tree.grown(node, parts[at]);
  const type = tree.aggregation(node);
  const columns = type.buckets?.(part);
  if (columns === undefined) return;
  const inner = { ...path, steps: path.steps.slice(1) };
  for (let owner = 0; owner < level.owners; owner++) {
    for (const [place, bucket] of tree.shown(node, columns, owner).entries()) {
      const value = valueOrGap(
        placeIn({ node, part, tree }, columns, bucket),
        inner,
        options.gapPolicy,
      );
      if (value === undefined || Number.isNaN(value)) continue;
      take(owner, value, () => type.bucketKey?.(node, part, bucket).text ?? '', place);
    }
  }
}
