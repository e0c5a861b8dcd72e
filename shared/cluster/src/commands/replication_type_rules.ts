/**
 * `index.replication.type` of a new index: its own or the cluster's. The cluster may allow only its
 * own type.
 */
import { ApiError } from '@skein/errors';
import { CLUSTER, INDEX, readSetting, type Settings } from '@skein/settings';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';

const { replicationType } = INDEX.creation;
const { restrict, strategy } = CLUSTER.segmentReplication;

export function setReplicationType(state: ClusterState, settings: Map<string, string>): void {
  const type = settings.get(replicationType.key) ?? readSetting(clusterSettings(state), strategy);
  settings.set(replicationType.key, type);
}

/** The reason why an index of this cluster may not have these settings, if any. */
function replicationTypeFault(state: ClusterState, settings: Settings): string | undefined {
  const ofCluster = clusterSettings(state);
  const type = settings.get(replicationType.key);
  const isAllowed = type === undefined || type === readSetting(ofCluster, strategy);
  if (isAllowed || !readSetting(ofCluster, restrict)) return undefined;
  return `index setting [${replicationType.key}] is not allowed to be set as [${restrict.key}=true]`;
}

/** Throws validation_exception. */
export function checkReplicationType(state: ClusterState, settings: Settings): void {
  const fault = replicationTypeFault(state, settings);
  if (fault === undefined) return;
  throw new ApiError('validation_exception', `Validation Failed: 1: ${fault};`);
}
