/** Aggregations by name. */
import { ApiError } from '@skein/errors';
import type { AggregationType } from './aggregation_type.js';
import * as all from './all.js';
import * as allPipelines from './all_pipelines.js';
import type { PipelineType, TypeLookup } from './pipeline_type.js';

const AGGREGATIONS: ReadonlyMap<string, AggregationType> = new Map(
  Object.values(all).map((type) => [type.name, type]),
);
const PIPELINES: ReadonlyMap<string, PipelineType> = new Map(
  Object.values(allPipelines).map((type) => [type.name, type]),
);

/** For names that are to be checked. */
export function findAggregation(name: string): AggregationType | undefined {
  return AGGREGATIONS.get(name);
}

export function findPipeline(name: string): PipelineType | undefined {
  return PIPELINES.get(name);
}

/** Of a node: its type was found when it was read. */
export function aggregationNamed(name: string): AggregationType {
  const type = AGGREGATIONS.get(name);
  if (type !== undefined) return type;
  throw new ApiError('illegal_argument_exception', `Unknown aggregation type [${name}]`);
}

export function pipelineNamed(name: string): PipelineType {
  const type = PIPELINES.get(name);
  if (type !== undefined) return type;
  throw new ApiError('illegal_argument_exception', `Unknown aggregation type [${name}]`);
}

/** For types that look at others. */
export const TYPES: TypeLookup = {
  aggregation: ({ type }) => aggregationNamed(type),
  pipeline: ({ type }) => pipelineNamed(type),
};

export function typeNames(): readonly string[] {
  return [...AGGREGATIONS.keys(), ...PIPELINES.keys()];
}

/** By name of the aggregation: the kinds of its values, `other` where it has none. Pipelines are left out, as OpenSearch does. */
export function takenValues(): Readonly<Record<string, readonly string[]>> {
  const types = [...AGGREGATIONS.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    types.map(({ name, takesValues = ['other'] }) => [name, takesValues.toSorted()]),
  );
}

/** Whose buckets pipelines may drop and sort. */
export function typesWithManyBuckets(): readonly string[] {
  const several = [...AGGREGATIONS.values()].filter(
    ({ takes, bucketKey }) => takes === 'buckets' && bucketKey !== undefined,
  );
  return several.map(({ name }) => name);
}
