/**
 * Checks that a transform can write to its destination when it is created, so that it does not fail
 * at its start (in Elasticsearch's order of checks).
 */
import {
  type ClusterState,
  checkIndexName,
  findWriteTarget,
  INDICES_OPTIONS,
  resolveIndices,
} from '@skein/cluster';
import { illegalArgument } from '@skein/errors';
import type { Transform } from '@skein/transform';

/**
 * Throws the errors of the name or alias, and illegal_argument_exception for an index that is also
 * a source, or a missing pipeline.
 */
export function checkDestination(
  state: ClusterState,
  { source, dest }: Transform,
  nowMs: number,
): void {
  const target = findWriteTarget(state, { name: dest.index, routing: undefined, nowMs });
  if (target === undefined) checkIndexName(dest.index);
  const read = resolveIndices(state, source.indices, INDICES_OPTIONS.lenientExpandOpen, nowMs);
  if (target !== undefined && read.includes(target.index.name)) {
    throw illegalArgument(
      `Destination index [${target.index.name}] is included in source expression [${source.indices.join(',')}]`,
    );
  }
  if (dest.pipeline !== undefined && !state.metadata.pipelines.has(dest.pipeline)) {
    throw illegalArgument(`Pipeline with id [${dest.pipeline}] could not be found`);
  }
}
