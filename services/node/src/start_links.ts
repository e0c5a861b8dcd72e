/** The identity of this node, and its links to other nodes. */
import { expectDefined, randomId } from '@skein/base';
import { addressParts, type HttpServer, publishAddress, publishedAddress } from '@skein/platform';
import { isSecretSetting } from '@skein/settings';
import type { NodeConfig } from './config/node_config.js';
import { NODE_ROUTES, type NodeCalls } from './node_calls.js';
import { type LinkFacts, MeshLinks, type NodeIdentity } from './node_links/mod.js';
import type { NodeFacts } from './node_operations/mod.js';
import type { Ports } from './ports.js';
import type { Tracing } from './tracing/mod.js';
import { INDEX_FORMATS, SKEIN_VERSION, WIRE_VERSIONS } from './version.js';

/** The node's id, generated once and kept in the data directory. */
export async function nodeId({ identityStore, random }: Ports): Promise<string> {
  const saved = await identityStore.load();
  if (saved !== undefined) return new TextDecoder().decode(saved);
  const made = randomId(random);
  await identityStore.save(new TextEncoder().encode(made));
  return made;
}

export async function startLinks(parts: {
  readonly config: NodeConfig;
  readonly ports: Ports;
  readonly server: HttpServer;
  readonly id: string;
  readonly tracing: Tracing | undefined;
}): Promise<{ readonly links: MeshLinks<NodeCalls>; readonly facts: NodeFacts }> {
  const { config, ports } = parts;
  const made: { facts?: NodeFacts } = {};
  const links = await MeshLinks.start<NodeCalls>({
    ...ports,
    tracing: parts.tracing,
    config: config.transport,
    network: ports.nodeNetwork,
    isAlone: config.discovery.isAlone,
    looksForOthers: looksForOthers(config),
    routes: NODE_ROUTES,
    identify: (transport) => {
      made.facts = nodeFacts({ ...parts, transport });
      return transportIdentity(made.facts);
    },
  });
  return { links, facts: expectDefined(made.facts, 'links have asked who this node is') };
}

/**
 * True if the node looks for other nodes. A node that forms a cluster alone, under its own name,
 * has no other node yet to share a secret with.
 */
function looksForOthers({ discovery, nodeName }: NodeConfig): boolean {
  const { isAlone, seedHosts, readsSeedFile, initialMasters } = discovery;
  if (isAlone) return false;
  return seedHosts.length > 0 || readsSeedFile || initialMasters.some((name) => name !== nodeName);
}

function nodeFacts(parts: {
  readonly config: NodeConfig;
  readonly ports: Ports;
  readonly server: HttpServer;
  readonly transport: LinkFacts;
  readonly id: string;
}): NodeFacts {
  const { config, ports, server, transport, id } = parts;
  const [bound = ''] = server.addresses;
  const { publishHost } = config.http;
  const ip = publishAddress(addressParts(bound).host);
  return {
    id,
    ephemeralId: randomId(ports.random),
    name: config.nodeName,
    clusterName: config.clusterName,
    version: SKEIN_VERSION,
    host: publishHost ?? ip,
    ip,
    httpPublishAddress: publishedAddress(bound, { host: publishHost }),
    httpBoundAddresses: server.addresses,
    transportAddress: transport.publishAddress,
    transportBoundAddresses: transport.boundAddresses,
    roles: config.roles,
    attributes: config.attributes,
    startedAtMs: ports.clock.nowMs(),
    settings: new Map([...config.settings].filter(([key]) => !isSecretSetting(key))),
    maxContentLengthBytes: config.http.maxContentLengthBytes,
  };
}

function transportIdentity(facts: NodeFacts): Omit<NodeIdentity, 'clusterUuid'> {
  return {
    clusterName: facts.clusterName,
    nodeId: facts.id,
    ephemeralId: facts.ephemeralId,
    name: facts.name,
    roles: facts.roles,
    attributes: Object.fromEntries(facts.attributes),
    address: facts.transportAddress,
    httpAddress: facts.httpPublishAddress,
    wire: WIRE_VERSIONS,
    index: INDEX_FORMATS,
    version: facts.version,
  };
}
