/**
 * `cumulative_cardinality`: the number of different values in all buckets so far. It is an
 * aggregation of Elasticsearch; OpenSearch has none like it.
 */

import { pipelineType } from '../pipeline_type.js';
import { DROPPED } from '../reduction.js';
import { mergedWindows } from './merged_windows.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, readPathAndFormat } from './options.js';
import { requireLast, requirePathAlongSequence } from './surroundings.js';
import { emptyValues, putValue, shownCount, type ValuePart } from './value_part.js';

export const cumulative_cardinality = pipelineType<CommonOptions, ValuePart>({
  ...numberPipeline<CommonOptions>(),
  name: 'cumulative_cardinality',
  parse: readPathAndFormat,
  check(node, around) {
    requirePathAlongSequence(node, around);
    requireLast(node, around, node.options.paths, 'cardinality');
  },
  compute({ options: { paths } }, ground) {
    const { tree } = ground.level;
    const part = emptyValues(ground.level.owners);
    const [path] = paths;
    // The window of a bucket: the bucket itself and all buckets before it.
    const all = { window: Number.MAX_SAFE_INTEGER, shift: 1 };
    const merged = path && mergedWindows(ground, path, all);
    if (merged === undefined) return part;
    const type = tree.aggregation(merged.node);
    merged.owners.forEach((owner, bucket) => {
      if (owner === DROPPED) return;
      const count = type.value?.(merged.node, { part: merged.part, owner }, '');
      if (count !== undefined) putValue(part, bucket, count);
    });
    return part;
  },
  render: ({ options }, part, owner) => shownCount(part, owner, options.format),
  typeName: () => 'simple_long_value',
});
