/**
 * The circuit breakers of this node, as `_nodes/stats` shows them. What is in memory of segments is `fielddata`: it is made room for by letting go of what is not
 * used, and refuses when that does not help (`shared/search_library/src/memory`). `in_flight_requests` are request bodies. `parent` is what the
 * process really takes, as the reference's.
 */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import type { HttpStats } from '@skein/platform';
import type { SpaceStats } from '@skein/search_library';
import { CLUSTER, readSetting, shareBytes } from '@skein/settings';

export interface BreakerReport {
  readonly name: 'request' | 'fielddata' | 'in_flight_requests' | 'parent';
  readonly limitBytes: number;
  readonly estimatedBytes: number;
  readonly overhead: number;
  readonly tripped: number;
}

export interface BreakerSources {
  readonly state: ClusterState;
  readonly machineBytes: number;
  readonly processBytes: number;
  readonly segments: SpaceStats;
  readonly bodies: HttpStats['bodies'];
}

/** `indices.breaker.fielddata.limit`. */
export function fielddataLimit(state: ClusterState, machineBytes: number): number {
  const share = readSetting(clusterSettings(state), CLUSTER.general.fielddataBreaker);
  return shareBytes(share, machineBytes);
}

export function breakerReports(sources: BreakerSources): readonly BreakerReport[] {
  const { state, machineBytes, processBytes, segments, bodies } = sources;
  const settings = clusterSettings(state);
  const limit = (setting: 'requestBreaker' | 'totalBreaker') =>
    shareBytes(readSetting(settings, CLUSTER.general[setting]), machineBytes);
  return [
    {
      name: 'request',
      limitBytes: limit('requestBreaker'),
      estimatedBytes: 0,
      overhead: 1,
      tripped: 0,
    },
    {
      name: 'fielddata',
      limitBytes: segments.limitBytes,
      estimatedBytes: segments.usedBytes,
      overhead: 1,
      tripped: segments.refused,
    },
    {
      name: 'in_flight_requests',
      limitBytes: bodies.limitBytes,
      estimatedBytes: bodies.usedBytes,
      overhead: 1,
      tripped: bodies.refused,
    },
    {
      name: 'parent',
      limitBytes: limit('totalBreaker'),
      estimatedBytes: processBytes,
      overhead: 1,
      tripped: 0,
    },
  ];
}
