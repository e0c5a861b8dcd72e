/** What is known of an index when it is decided what its policy does with it. */
import type { ClusterState, IndexMetadata, ManagedIndex } from '@skein/cluster';
import { streamOf } from '@skein/cluster';

/** Of one primary shard. */
export interface PrimaryFacts {
  readonly docs: number;
  readonly bytes: number;
}

export interface Facts {
  readonly state: ClusterState;
  readonly index: IndexMetadata;
  readonly managed: ManagedIndex;
  /** Of the primaries that answered; `undefined`: nobody asked them, or some did not answer. */
  readonly primaries: readonly PrimaryFacts[] | undefined;
  readonly nowMs: number;
}

/** When the index stopped being written to, because its alias or stream went on with another. */
export function rolledOverMs({ state, index, managed }: Facts): number | undefined {
  if (managed.rolledOverMs !== undefined) return managed.rolledOverMs;
  const indices = streamOf(state, index.name)?.indices ?? [];
  const next = indices[indices.indexOf(index.name) + 1];
  return next === undefined ? undefined : state.metadata.indices.get(next)?.creationDateMs;
}

/** From when the age of the index counts: `index.lifecycle.origination_date`, or its creation. */
export function originMs(index: IndexMetadata): number {
  return originationMs(index) ?? index.creationDateMs;
}

/** `index.lifecycle.origination_date`, where it is set. */
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
