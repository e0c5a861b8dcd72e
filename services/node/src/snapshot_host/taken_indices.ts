/**
 * The contents of a snapshot: the indices of an expression that the caller may snapshot, and the
 * data streams whose backing indices are all among them.
 */
import type { ClusterState, IndicesOptions } from '@skein/cluster';
import { type Caller, reachIndices } from '../security/index_access.js';

interface TakenExpression {
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
}

/** Throws security_exception for a name that is not allowed. */
export function takenIndices(
  state: ClusterState,
  expression: TakenExpression,
  caller: Caller,
): { readonly indices: readonly string[]; readonly dataStreams: readonly string[] } {
  const privileges = ['indices:read', 'indices:monitor'] as const;
  const { indices } = reachIndices(state, expression, caller, privileges);
  const taken = new Set(indices);
  const whole = [...state.metadata.dataStreams.values()].filter((stream) =>
    stream.indices.every((index) => taken.has(index)),
  );
  return { indices, dataStreams: whole.map(({ name }) => name) };
}
