export type {
  CallContext,
  CallOptions,
  CallTable,
  Handler,
  Route,
  Routes,
} from './calls.js';
export { decodeFrame, type Frame, KIND } from './frame.js';
export type { NodeIdentity, Range } from './identity.js';
export { wireVersion } from './identity.js';
export type { ChannelClass, Link, LinkListener, Network } from './link.js';
export { CHANNEL_SOCKETS, CHANNELS } from './link.js';
export { MemoryNetwork } from './memory_network.js';
export type { MeshEvents, MeshParts } from './mesh.js';
export { Mesh } from './mesh.js';
export { decodeMessage, encodeMessage } from './message_codec.js';
export type { Prover, Side } from './proof.js';
export { openProver, openSealed } from './proof.js';
export { readHello } from './read_hello.js';
export { readRequestHead } from './request_head.js';
