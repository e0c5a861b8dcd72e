/**
 * Calls to and from other nodes. An actor that calls its peer on another node declares its calls
 * and their routes in `<room>/…_calls.ts`; `node_calls.ts` joins them into one table.
 */
export type { LinkWatcher, NodeLinks } from './contract.js';

import type { CallContext, CallOptions, NodeIdentity } from '@skein/transport';

export { Connections } from './connections.js';
export { ifReachable } from './if_reachable.js';
export type { TrafficReport } from './link_traffic.js';
export type { LinkFacts, NodeLinksParts } from './mesh_links.js';
export { MeshLinks } from './mesh_links.js';
export type { NodeNetwork } from './node_network.js';
export type { TransportAccess, TransportFacts } from './transport_access.js';
export { transportAccess } from './transport_access.js';
export { UNREACHABLE } from './unreachable.js';

export type { CallContext, CallOptions, NodeIdentity };
