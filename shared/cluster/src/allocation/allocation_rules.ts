/** The cluster's settings for allocation, read once per run. */
import { CLUSTER, readSetting, type Settings, settingsUnder } from '@skein/settings';

const { allocation } = CLUSTER;

export type AllocationRules = ReturnType<typeof readAllocationRules>;

/** Reads the rules from the effective settings. */
export function readAllocationRules(settings: Settings) {
  return {
    enable: readSetting(settings, allocation.enable),
    rebalance: readSetting(settings, allocation.rebalance),
    allowRebalance: readSetting(settings, allocation.allowRebalance),
    rebalances: readSetting(settings, allocation.rebalances),
    sameHost: readSetting(settings, allocation.sameHost),
    totalShardsPerNode: readSetting(settings, allocation.totalShardsPerNode),
    incoming: recoveries(settings, allocation.incomingRecoveries),
    outgoing: recoveries(settings, allocation.outgoingRecoveries),
    initialPrimaries: readSetting(settings, allocation.initialPrimaries),
    awareness: readSetting(settings, allocation.awareness),
    forced: forcedValues(settings),
    balance: {
      index: readSetting(settings, allocation.balanceIndex),
      shard: readSetting(settings, allocation.balanceShard),
      threshold: readSetting(settings, allocation.balanceThreshold),
    },
    disk: {
      enabled: readSetting(settings, allocation.diskThreshold),
      low: readSetting(settings, allocation.diskLow),
      high: readSetting(settings, allocation.diskHigh),
      flood: readSetting(settings, allocation.diskFlood),
    },
    /** The raw settings, for filters and explanations. */
    settings,
  };
}

/** A limit of recoveries. `node_concurrent_recoveries` is the default for both directions. */
function recoveries(settings: Settings, own: typeof allocation.incomingRecoveries): number {
  return readSetting(settings, settings.has(own.key) ? own : allocation.nodeRecoveries);
}

const FORCED = 'cluster.routing.allocation.awareness.force.';

/**
 * Forced values by attribute, from `cluster.routing.allocation.awareness.force.zone.values: a,b`.
 */
function forcedValues(settings: Settings): ReadonlyMap<string, readonly string[]> {
  const forced = new Map<string, readonly string[]>();
  for (const [key, text] of settingsUnder(settings, FORCED)) {
    const attribute = /^(.+)\.values$/.exec(key.slice(FORCED.length))?.[1];
    if (attribute !== undefined && text !== '') {
      forced.set(
        attribute,
        text.split(',').map((value) => value.trim()),
      );
    }
  }
  return forced;
}
