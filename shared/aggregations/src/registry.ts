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

/** Finds a type by a name that may be unknown. */
export function findAggregation(name: string): AggregationType | undefined {
  return AGGREGATIONS.get(name);
}

export function findPipeline(name: string): PipelineType | undefined {
  return PIPELINES.get(name);
}

/** The type of a parsed node, whose name is known to exist. */
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

/** The type lookup for types that inspect other nodes. */
export const TYPES: TypeLookup = {
  aggregation: ({ type }) => aggregationNamed(type),
  pipeline: ({ type }) => pipelineNamed(type),
};

export function aggregationTypes(): readonly AggregationType[] {
  return [...AGGREGATIONS.values()];
}

export function typeNames(): readonly string[] {
  return [...AGGREGATIONS.keys(), ...PIPELINES.keys()];
}

/**
 * The kinds of values of each aggregation by name, `other` if it takes none. Pipelines are left
 * out, as in OpenSearch.
 */
export function takenValues(): Readonly<Record<string, readonly string[]>> {
  const types = [...AGGREGATIONS.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    types.map(({ name, takesValues = ['other'] }) => [name, takesValues.toSorted()]),
  );
}

/** The types with several buckets, which pipelines may drop and sort. */
export function typesWithManyBuckets(): readonly string[] {
  const several = [...AGGREGATIONS.values()].filter(
    ({ takes, bucketKey }) => takes === 'buckets' && bucketKey !== undefined,
  );
  return several.map(({ name }) => name);
}
