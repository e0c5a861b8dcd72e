/**
 * The composition root: builds every actor of a node from `Ports` and `NodeConfig`, in order, and
 * stops them in reverse order.
 *
 *     HTTP and transport bound -> security -> master (cluster state) -> shards -> documents, search
 *     -> API open
 *
 * An orderly stop, seen from outside: new requests are refused and another node becomes master;
 * running requests are answered; copies on other nodes take over. When every node knows that, no
 * requests arrive here any more.
 */
import { CloseStack, type Log, type LogFields } from '@skein/base';
import { OwnNames } from '@skein/http';
import { bindAddresses, type HttpServer, isLoopback } from '@skein/platform';
import { NODE, readSetting } from '@skein/settings';
import type { Actors } from './actors.js';
import { Dispatcher } from './api/dispatcher.js';
import { typesShown } from './api/info/product_identity.js';
import { ENDPOINTS } from './api/registry.js';
import { ApiGate } from './api_gate.js';
import type { NodeConfig } from './config/node_config.js';
import { CONSOLE_PATH, consolePages, isConsoleEnabled } from './console_pages.js';
import { createDocumentRouter } from './document_router/mod.js';
import { openDoors } from './http_doors.js';
import type { Membership } from './join_cluster.js';
import { carryOutPolicies, longWork } from './long_work.js';
import type { MasterService } from './master_service/mod.js';
import { NodeMetrics, openMetrics, type RequestMetrics } from './metrics/mod.js';
import type { NodeCalls } from './node_calls.js';
import { startCounters, workOf } from './node_counters.js';
import type { MeshLinks } from './node_links/mod.js';
import { bodyBudget, heapGuard, MemoryWatch, segmentMemory } from './node_memory.js';
import { ClusterNodeOperations } from './node_operations/mod.js';
import type { Ports } from './ports.js';
import {
  answerContextCalls,
  createSearchCoordinator,
  type EndedSearch,
  RemoteContexts,
  RequestSlowLog,
  SearchContexts,
  type SearchTimes,
} from './search_coordinator/mod.js';
import { NodeSecureSettings } from './secure_settings/mod.js';
import { type AccessMode, accessMode } from './security/access_mode.js';
import { issuerNames } from './security/issuers.js';
import { startSecurity } from './security/start_security.js';
import { UserContexts } from './security/user_contexts.js';
import type { SegmentMemory, ShardHost } from './shard_host/mod.js';
import {
  NodeShardRouter,
  type ShardRouterParts,
  ShardService,
  type ShardServiceParts,
} from './shard_router/mod.js';
import { SlowLines } from './slow_lines.js';
import { snapshotActors } from './snapshot_work.js';
import { nodeId, startLinks } from './start_links.js';
import { startState } from './start_state.js';
import { tracedShards } from './traced_shards.js';
import { openTracing, type Tracing } from './tracing/mod.js';
import { SKEIN_VERSION } from './version.js';

/** Headers of every response: the product check of Elasticsearch clients, and the real server. */
const ANSWER_HEADERS = {
  'x-elastic-product': 'Elasticsearch',
  server: `Skein/${SKEIN_VERSION}`,
} as const;

/**
 * Longest time that running requests may take once the node stops. The rest of the stop timeout is
 * for the shards.
 */
const REQUEST_GRACE_MS = 30_000;
/** The same limit for requests of other nodes to the shards here. */
const SHARD_GRACE_MS = 30_000;

export interface SearchNode {
  readonly id: string;
  readonly name: string;
  readonly clusterName: string;
  /** One URL per address, such as `http://127.0.0.1:9200`. */
  readonly urls: readonly string[];
  readonly access: AccessMode;
  stop(): Promise<void>;
}

export async function startSearchNode(config: NodeConfig, ports: Ports): Promise<SearchNode> {
  const stack = new CloseStack();
  try {
    return await compose(config, ports, stack);
  } catch (failure) {
    await stack.close();
    throw failure;
  }
}

async function compose(config: NodeConfig, given: Ports, stack: CloseStack): Promise<SearchNode> {
  const slowLines = new SlowLines(given.clock);
  const ports = { ...given, log: slowLines.over(given.log) };
  const addresses = bindAddresses(config.http.hosts);
  const access = accessModeOf(config, addresses);
  const hasConsole = isConsoleEnabled(config.settings);
  const gate = new ApiGate(ANSWER_HEADERS, hasConsole ? CONSOLE_PATH : undefined);
  const memory = segmentMemory(config, ports.probe);
  const server = await listen({ config, ports, addresses, access, gate, memory });
  stack.add('http server', () => server.stop(0));
  if (hasConsole) mountConsole(server, config, access);
  const id = await nodeId(ports);
  const tracing = await openTracing(config, ports.clock, id);
  if (tracing !== undefined) stack.add('tracing', () => tracing.stop());
  const { links, facts } = await startLinks({ config, ports, server, id, tracing });
  stack.add('node links', () => links.stop());
  const security = startSecurity(access, { config, ports, scheme: server.scheme, stack });
  const secrets = secretsOf(config, ports, links);
  const counters = startCounters(ports, stack);
  const contexts = new SearchContexts({ ...ports, nodeId: id, requests: memory.requests });
  const around = { config, ports, links, stack, secrets };
  const started = await startState({ ...around, ...counters, contexts, memory });
  const { master, healths, pipelineRunner, allocation, membership } = started;
  const shardHost = seenShards(started.shardHost, master, tracing);
  stack.add('search contexts', () => contexts.closeAll());
  watchMemory(ports, memory, stack);
  const { requests, replies } = memory;
  const kept = { config, contexts, tracing, requests, replies, ...counters };
  const parts = { ...ports, links, masterService: master, healths, shardHost, security, ...kept };
  const coordinator = startCoordinator({ ...parts, id, membership, pipelineRunner, stack });
  const { shardRouter, documentRouter, searchCoordinator } = coordinator;
  const work = workOf({ ...parts, membership, shardRouter, slowLines });
  const counted = { memory, httpStats: () => server.stats(), work, pipelineRunner };
  const tasks = longWork({ ...coordinator, pipelineRunner, secrets, memory }, id, stack);
  carryOutPolicies({ ...coordinator, repositories: started.repositories }, master, stack);
  const nodeOperations = new ClusterNodeOperations({ ...parts, ...counted, facts });
  const metrics = new NodeMetrics({ ...parts, nodeOperations });
  const actors: Actors = {
    nodeLinks: links,
    masterService: master,
    allocation,
    shardHost,
    shardRouter,
    pipelineRunner,
    documentRouter,
    searchCoordinator,
    ...tasks,
    ...snapshotActors({ ...started, ports, links, security, stack }),
    secureSettings: secrets,
    nodeOperations,
    metrics,
    security,
  };
  await openMetrics({ config, ports, metrics, stack });
  const heap = heapGuard(ports.probe, memory.bodies);
  const api = { ...ports, ...counters, tracing, heap, endpoints: ENDPOINTS, actors, security };
  links.ready();
  gate.open(new Dispatcher({ ...api, showsTypes: typesShown(master), headers: ANSWER_HEADERS }));
  stack.add('api', () => closeApi({ config, gate, server, membership }));
  const urls = server.addresses.map((address) => `${server.scheme}://${address}`);
  const transport = facts.transportAddress;
  announce(ports.log, { nodeId: id, urls, access, transport, nodes: links.access });
  warnOfFewFiles(ports.log, ports.probe.sample().maxFileDescriptors);
  const { nodeName: name, clusterName } = config;
  return { id, name, clusterName, urls, access, stop: () => stack.close() };
}

type CoordinatorParts = Omit<RoutingParts, 'users'> &
  Omit<Parameters<typeof createSearchCoordinator>[0], 'shardRouter' | Made> &
  Omit<Parameters<typeof createDocumentRouter>[0], 'shardRouter' | Made> &
  Ports & {
    readonly id: string;
    readonly links: MeshLinks<NodeCalls>;
    readonly requestMetrics: RequestMetrics;
    readonly searchTimes: SearchTimes;
    readonly tracing: Tracing | undefined;
    readonly stack: CloseStack;
  };
type Made = 'remoteContexts' | 'endedSearches' | 'users';

/** Builds the actors that route documents and searches to their shards. */
function startCoordinator<P extends CoordinatorParts>(parts: P) {
  const { id, links, masterService, log, stack } = parts;
  const users = new UserContexts({ ...parts, localNodeId: id, seal: links.userSeal });
  const shardRouter = startRouting({ ...parts, users }, stack);
  const remoteContexts = new RemoteContexts({ links, users });
  const slowRequests = new RequestSlowLog({ masterService, log });
  const endedSearches = {
    ended: (search: EndedSearch) => {
      slowRequests.ended(search);
      parts.requestMetrics.searched(search);
      parts.searchTimes.ended(search);
      parts.tracing?.ended(search.phasesMs);
    },
  };
  const coordinator = { ...parts, shardRouter, remoteContexts, endedSearches };
  answerContextCalls({ links, users, coordinator });
  const documentRouter = createDocumentRouter(coordinator);
  const searchCoordinator = createSearchCoordinator(coordinator);
  return { ...coordinator, users, documentRouter, searchCoordinator };
}

/** Adds a span for each shard phase if tracing is on. */
function seenShards(
  shardHost: ShardHost,
  master: Pick<MasterService, 'state'>,
  tracing: Tracing | undefined,
): ShardHost {
  if (tracing === undefined) return shardHost;
  const nameOf = (uuid: string) =>
    [...master.state().metadata.indices.values()].find((index) => index.uuid === uuid)?.name;
  return tracedShards({ shardHost, tracing, nameOf });
}

function mountConsole(server: HttpServer, config: NodeConfig, access: AccessMode): void {
  const routes = ENDPOINTS.flatMap((endpoint) => endpoint.routes);
  server.mountPages(consolePages({ ...config, access, routes }));
}

/** Builds the secure settings, which answer reload calls of other nodes from now on. */
function secretsOf(config: NodeConfig, ports: Ports, links: MeshLinks<NodeCalls>) {
  const isTransportSecret = config.transport.tls !== undefined;
  return new NodeSecureSettings({ ...ports, links, isTransportSecret });
}

function watchMemory({ timers, probe }: Ports, memory: SegmentMemory, stack: CloseStack): void {
  const watch = new MemoryWatch(timers, probe, memory);
  stack.add('memory watch', () => watch.stop());
  watch.start();
}

/**
 * Refuses new requests and waits until the running ones are answered; meanwhile another node
 * becomes master.
 */
async function closeApi(parts: {
  readonly config: NodeConfig;
  readonly gate: ApiGate;
  readonly server: HttpServer;
  readonly membership: Membership;
}): Promise<void> {
  const { config, gate, server, membership } = parts;
  gate.close();
  const answered = server.drain(Math.min(config.shutdownTimeoutMs, REQUEST_GRACE_MS));
  await membership.prepareLeave();
  await answered;
}

function announce(log: Log, node: { readonly access: AccessMode } & LogFields): void {
  log.info('node started', node);
  if (node.access === 'open_on_loopback') {
    log.warn(
      'security is off: requests need no token, because the node listens only on loopback and no issuer is configured',
    );
  }
}

/**
 * A shard that is written to keeps several files open. OpenSearch's bootstrap check refuses to
 * start with fewer.
 */
const ENOUGH_FILES = 65_535;

function warnOfFewFiles(log: Log, maxFileDescriptors: number): void {
  if (maxFileDescriptors === -1 || maxFileDescriptors >= ENOUGH_FILES) return;
  log.warn('the limit of open files is low: raise it (ulimit -n) for many shards', {
    maxFileDescriptors,
    recommended: ENOUGH_FILES,
  });
}

function accessModeOf(config: NodeConfig, addresses: readonly string[]): AccessMode {
  const enabled = readSetting(config.settings, NODE.security.enabled);
  return accessMode({
    enabled: enabled === '' ? undefined : enabled === 'true',
    hasIssuer: issuerNames(config.settings).length > 0,
    onLoopbackOnly: addresses.every((address) => isLoopback(address)),
  });
}

function listen(parts: {
  readonly config: NodeConfig;
  readonly ports: Ports;
  readonly addresses: readonly string[];
  readonly access: AccessMode;
  readonly gate: ApiGate;
  readonly memory: SegmentMemory;
}): Promise<HttpServer> {
  const { http } = parts.config;
  const common = {
    addresses: parts.addresses,
    maxInitialLineBytes: http.maxInitialLineBytes,
    maxHeaderBytes: http.maxHeaderBytes,
    body: { maxContentLengthBytes: http.maxContentLengthBytes },
    compression: http.compression,
    cors: http.cors,
    // With tokens, the token authenticates the caller, so any host name is accepted.
    names: parts.access === 'tokens' ? undefined : new OwnNames(http.ownNames),
    maxConnections: http.maxConnections,
    budget: bodyBudget(parts.memory.bodies),
    api: parts.gate,
    log: parts.ports.log,
  };
  const main = { ...common, port: http.port };
  const others = http.listeners.map(({ port, profile }) => ({ ...common, port, profile }));
  return openDoors(parts.ports.listen, [main, ...others]);
}

type RoutingParts = ShardServiceParts &
  ShardRouterParts & {
    readonly membership: Pick<Membership, 'leave'>;
    readonly config: Pick<NodeConfig, 'shutdownTimeoutMs' | 'roles'>;
  };

/**
 * Starts access to shards on all nodes: the router calls other nodes, and on a data node the shard
 * service answers them, until they know that this node has left.
 */
function startRouting(parts: RoutingParts, stack: CloseStack): NodeShardRouter {
  const { membership, config } = parts;
  const service = config.roles.includes('data') ? new ShardService(parts) : undefined;
  const router = new NodeShardRouter(parts);
  stack.add('shard service', () => service?.stop());
  stack.add('shard router', () => router.stop());
  stack.add('place in the cluster', async () => {
    await membership.leave();
    await service?.quiet(Math.min(config.shutdownTimeoutMs, SHARD_GRACE_MS));
  });
  return router;
}
