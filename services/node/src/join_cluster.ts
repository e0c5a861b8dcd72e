/**
 * The actors that make a node a member of a cluster: links to other nodes, discovery, coordination
 * (consensus on the cluster state), and the client of the master.
 */
import {
  type AllocationFacts,
  type ClusterNode,
  type CoordinationSettings,
  unrecoveredState,
} from '@skein/cluster';
import { NODE, readSetting, type Settings } from '@skein/settings';
import type { KnownDisks } from './allocation_host/mod.js';
import type { NodeConfig } from './config/node_config.js';
import { Coordination, isMasterEligible } from './coordination_host/mod.js';
import { Discovery } from './discovery/mod.js';
import { ClusterMaster } from './master_service/mod.js';
import {
  GOSSIP_KEYS,
  MembershipHost,
  type NodeHealths,
  readDiskReport,
} from './membership_host/mod.js';
import type { NodeCalls } from './node_calls.js';
import { Connections, type MeshLinks } from './node_links/mod.js';
import type { StatesReport } from './node_operations/mod.js';
import type { Ports } from './ports.js';
import { INDEX_VERSION } from './version.js';

/**
 * Limits of the time to leave the cluster in order. It takes milliseconds, unless there is no
 * majority that could agree.
 */
const LEAVE_MS = 2000;
const ABDICATE_MS = 2000;

interface JoinClusterParts {
  readonly config: NodeConfig;
  readonly ports: Ports;
  readonly links: MeshLinks<NodeCalls>;
  readonly localNode: ClusterNode;
  /** Cluster settings from this node's configuration. */
  readonly configuredSettings: Settings;
  /** The master's view of the data nodes' disks. */
  readonly facts: AllocationFacts & Pick<KnownDisks, 'tellSpace'>;
}

export interface Membership {
  readonly master: ClusterMaster;
  readonly healths: NodeHealths;
  /** Counts the cluster states that this node received and published. */
  statesReport(): StatesReport;
  /** Gossips a value about this node to the other nodes: see `GOSSIP_KEYS`. */
  say(key: string, value: string): void;
  /** Records whether this node can write to its data path. */
  setHealth(isHealthy: boolean): void;
  /**
   * Starts discovery. Resolves when this node has applied a state from a master, or when the wait
   * for one has timed out.
   */
  start(): Promise<void>;
  /** Tells the other nodes that this node is stopping, and hands leadership to another one. */
  prepareLeave(): Promise<void>;
  /**
   * Leaves the cluster, so that copies on other nodes replace the ones here. After this, the node
   * receives no more cluster states and does not rejoin.
   */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

/** Rejects with corrupt_state_exception if the node's persisted consensus state cannot be read. */
export async function joinCluster(parts: JoinClusterParts): Promise<Membership> {
  const { config, ports, links, localNode, configuredSettings, facts } = parts;
  const initialState = unrecoveredState(config.clusterName);
  const coordination = await Coordination.open({
    ...ports,
    localNode,
    initialMasters: config.discovery.isAlone ? [localNode.name] : config.discovery.initialMasters,
    settings: coordinationSettings(config.settings),
    blankState: initialState,
    files: ports.journalFiles,
    links,
  });
  if (coordination.clusterUuid !== undefined) links.belongTo(coordination.clusterUuid);
  const discovery = discoveryOf(parts, coordination);
  const master = new ClusterMaster({
    ...ports,
    localNode,
    coordination,
    links,
    initialState,
    configuredSettings,
    facts,
    indexVersion: INDEX_VERSION,
    joinedCluster: (uuid) => links.belongTo(uuid),
    masterChanged: (nodeId) => (nodeId === undefined ? discovery.search() : discovery.rest()),
  });
  const connections = new Connections({ ...ports, links });
  master.addApplier({
    name: 'connections',
    apply: ({ current }) => connections.keep([...current.nodes.values()]),
  });
  const gossip = gossipOf(parts, discovery);
  master.addApplier({
    name: 'gossip',
    apply: ({ current: { term, version } }) =>
      gossip.say(GOSSIP_KEYS.state, JSON.stringify({ term, version })),
  });
  return {
    master,
    healths: gossip,
    statesReport: () => ({ received: coordination.receivedStates, published: master.updates }),
    say: (key, value) => gossip.say(key, value),
    setHealth: (isHealthy) => {
      gossip.say(GOSSIP_KEYS.health, String(isHealthy));
      coordination.setHealth(isHealthy);
    },
    start: async () => {
      const timeoutMs = readSetting(config.settings, NODE.discovery.initialStateTimeout);
      const started = master.start({ timeoutMs });
      if (coordination.leader === undefined) discovery.search();
      await started;
    },
    prepareLeave: () => {
      gossip.say(GOSSIP_KEYS.drains, 'true');
      return master.abdicate(ABDICATE_MS);
    },
    leave: async () => {
      discovery.stop();
      connections.stop();
      await master.leave(LEAVE_MS);
      await coordination.stop();
    },
    stop: async () => {
      discovery.stop();
      connections.stop();
      gossip.stop();
      await master.stop();
    },
  };
}

function gossipOf({ ports, links, facts }: JoinClusterParts, discovery: Discovery): MembershipHost {
  return new MembershipHost({
    ...ports,
    identity: links.identity,
    links,
    found: (address) => discovery.learn(address),
    said: (nodeId, key, value) => {
      const space = key === GOSSIP_KEYS.disk ? readDiskReport(value) : undefined;
      if (space !== undefined) facts.tellSpace(nodeId, space);
    },
  });
}

function coordinationSettings(settings: Settings): Partial<CoordinationSettings> {
  const { coordination: setting } = NODE;
  return {
    electionDelayMs: readSetting(settings, setting.electionDelay),
    electionDelayMaxMs: readSetting(settings, setting.electionDelayMax),
    electionRoundMs: readSetting(settings, setting.electionRound),
    checkIntervalMs: readSetting(settings, setting.followerInterval),
    checkTimeoutMs: readSetting(settings, setting.followerTimeout),
    checkMissesMax: readSetting(settings, setting.followerRetries),
    leaderCheck: {
      checkIntervalMs: readSetting(settings, setting.leaderInterval),
      checkTimeoutMs: readSetting(settings, setting.leaderTimeout),
      checkMissesMax: readSetting(settings, setting.leaderRetries),
    },
    publishTimeoutMs: readSetting(settings, setting.publishTimeout),
    lagTimeoutMs: readSetting(settings, setting.lagTimeout),
  };
}

function discoveryOf(
  { config, ports, links }: JoinClusterParts,
  coordination: Coordination,
): Discovery {
  const [defaultPort = ''] = config.transport.port.split('-');
  return new Discovery({
    ...ports,
    config: config.discovery,
    defaultPort,
    ownAddress: links.facts.publishAddress,
    links,
    seeds: ports.seeds,
    lastKnown: () => {
      const nodes = [...coordination.acceptedState().nodes.values()];
      return nodes.filter(isMasterEligible).map(({ transportAddress }) => transportAddress);
    },
    peersChanged: (peers) => coordination.setPeers(peers),
  });
}
