/**
 * `moving_percentiles`: the percentiles of all values in a window of buckets. It is an aggregation
 * of Elasticsearch; OpenSearch has none like it.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf, into } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import { pipelineType, type TypeLookup } from '../pipeline_type.js';
import { DROPPED } from '../reduction.js';
import { type MergedWindows, mergedWindows } from './merged_windows.js';
import { type CommonOptions, commonFields, commonOptions, readObject } from './options.js';
import { requireLast, requirePathAlongSequence } from './surroundings.js';

interface MovingOptions extends CommonOptions {
  window: number;
  /**
   * The number of buckets by which the window, which ends at the previous bucket, is moved later.
   */
  shift: number;
}

interface MovingPart {
  readonly merged: MergedWindows;
  /** The type of the `percentiles` aggregation that is merged. */
  readonly type: ReturnType<TypeLookup['aggregation']>;
}

function windowOf(json: JsonValue): number {
  const window = integerOf(json);
  if (window > 0) return window;
  throw new ApiError(
    'illegal_argument_exception',
    '[window] must be a positive, non-zero integer.',
  );
}

export const moving_percentiles = pipelineType<MovingOptions, MovingPart | undefined>({
  name: 'moving_percentiles',
  parse(json, context) {
    const options: MovingOptions = { ...commonOptions(), window: 0, shift: 0 };
    const { gap_policy: _policy, format: _format, ...common } = commonFields(options);
    const fields = {
      ...common,
      window: into(options, 'window', 'number', windowOf),
      shift: into(options, 'shift', 'number', integerOf),
    };
    readObject(json, fields, { context, required: ['buckets_path', 'window'] });
    return options;
  },
  paths: ({ paths }) => paths,
  check(node, around) {
    requirePathAlongSequence(node, around);
    requireLast(node, around, node.options.paths, 'percentiles');
  },
  compute({ options }, ground) {
    const [path] = options.paths;
    const merged = path && mergedWindows(ground, path, options);
    return merged && { merged, type: ground.level.tree.aggregation(merged.node) };
  },
  render(_node, part, bucket) {
    const owner = part?.merged.owners[bucket] ?? DROPPED;
    if (part === undefined || owner === DROPPED) return undefined;
    const { merged, type } = part;
    return type.render(merged.node, { part: merged.part, owner }, NOTHING_INSIDE);
  },
  value(_node, part, bucket, property) {
    const owner = part?.merged.owners[bucket] ?? DROPPED;
    if (part === undefined || owner === DROPPED) return undefined;
    const { merged, type } = part;
    return type.value?.(merged.node, { part: merged.part, owner }, property);
  },
});

/** An empty rendering of buckets, since percentiles have none. */
const NOTHING_INSIDE = {
  buckets: (_node: AggregationNode) => new Uint32Array(0),
  children: () => ({}),
};
