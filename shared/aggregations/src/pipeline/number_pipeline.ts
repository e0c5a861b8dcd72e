/** The common part of pipelines that give one number per bucket: everything but its computation. */
import type { PipelineType } from '../pipeline_type.js';
import type { CommonOptions } from './options.js';
import { shownValue, type ValuePart, valueAt } from './value_part.js';

type Shared<O> = Required<
  Pick<PipelineType<O, ValuePart>, 'paths' | 'render' | 'value' | 'typeName'>
>;

export function numberPipeline<O extends CommonOptions>(): Shared<O> {
  return {
    paths: ({ paths }) => paths,
    render: ({ options }, part, owner) => shownValue(part, owner, options.format),
    value: (_node, part, owner) => valueAt(part, owner),
    typeName: () => 'simple_value',
  };
}
