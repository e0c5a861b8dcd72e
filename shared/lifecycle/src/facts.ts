/** The facts about an index on which the next step of its policy depends. */
import type { ClusterState, IndexMetadata, ManagedIndex } from '@skein/cluster';
import { streamOf } from '@skein/cluster';

/** Statistics of one primary shard. */
export interface PrimaryFacts {
  readonly docs: number;
  readonly bytes: number;
}

export interface Facts {
  readonly state: ClusterState;
  readonly index: IndexMetadata;
  readonly managed: ManagedIndex;
  /** Statistics of the primaries; `undefined` if they were not requested or some did not answer. */
  readonly primaries: readonly PrimaryFacts[] | undefined;
  readonly nowMs: number;
}

/**
 * The time at which writing to the index ended, because its alias or stream rolled over to another
 * index.
 */
export function rolledOverMs({ state, index, managed }: Facts): number | undefined {
  if (managed.rolledOverMs !== undefined) return managed.rolledOverMs;
  const indices = streamOf(state, index.name)?.indices ?? [];
  const next = indices[indices.indexOf(index.name) + 1];
  return next === undefined ? undefined : state.metadata.indices.get(next)?.creationDateMs;
}

/** The start of the index's age: `index.lifecycle.origination_date`, or its creation. */
export function originMs(index: IndexMetadata): number {
  return originationMs(index) ?? index.creationDateMs;
}

/** `index.lifecycle.origination_date`, if it is set. */
export function originationMs({ settings }: IndexMetadata): number | undefined {
  const given = Number(settings.get('index.lifecycle.origination_date') ?? -1);
  return given >= 0 ? given : undefined;
}

export function sum(primaries: readonly PrimaryFacts[], of: (one: PrimaryFacts) => number): number {
  return primaries.reduce((total, one) => total + of(one), 0);
}

export function largest(
  primaries: readonly PrimaryFacts[],
  of: (one: PrimaryFacts) => number,
): number {
  return primaries.reduce((most, one) => Math.max(most, of(one)), 0);
}
