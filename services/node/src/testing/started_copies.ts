/** For tests: a cluster state whose shards have all started. */
import type { ClusterState } from '@skein/cluster';

/** The state with every copy started on the node `n`. */
export function withStartedCopies(state: ClusterState): ClusterState {
  const routing = [...state.routing].map(([name, table]) => {
    const shards = table.shards.map((copies) =>
      copies.map((copy) => ({ ...copy, state: 'STARTED' as const, nodeId: 'n' })),
    );
    return [name, { ...table, shards }] as const;
  });
  return { ...state, routing: new Map(routing) };
}
