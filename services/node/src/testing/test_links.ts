/** `NodeLinks` of several nodes in one process, over an in-memory network. For tests. */

import { type Random, silentLog, type Timers } from '@skein/base';
import { patientTimers } from '@skein/testkit';
import {
  type CallTable,
  MemoryNetwork,
  Mesh,
  type MeshEvents,
  openProver,
  type Routes,
} from '@skein/transport';
import type { LinkWatcher, NodeLinks } from '../node_links/mod.js';

export interface TestNetworkParts {
  readonly routes: Routes;
  readonly timers: Timers;
  readonly random: Random;
}

export class TestNetwork<Calls extends CallTable> {
  readonly #parts: TestNetworkParts;
  readonly #memory: MemoryNetwork;
  readonly #meshes = new Map<string, Mesh>();

  constructor(parts: TestNetworkParts) {
    this.#parts = parts;
    this.#memory = new MemoryNetwork(parts.timers);
  }

  /** Adds a node, connected to all earlier ones in both directions. */
  async join(nodeId: string): Promise<NodeLinks<Calls>> {
    const watchers = new Set<LinkWatcher>();
    const tell = (event: (watcher: LinkWatcher) => void) => {
      for (const watcher of watchers) event(watcher);
    };
    const mesh = this.#mesh(nodeId, {
      connected: (node) => tell((watcher) => watcher.connected?.(node)),
      disconnected: (node, reason) => tell((watcher) => watcher.disconnected?.(node, reason)),
    });
    this.#memory.listen(nodeId, (link) => mesh.accept(link));
    for (const [otherId, other] of this.#meshes) {
      await Promise.all([mesh.connect(otherId), other.connect(nodeId)]);
    }
    this.#meshes.set(nodeId, mesh);
    return {
      localNodeId: nodeId,
      call: (to, name, request, options) => mesh.call(to, name, request, options) as never,
      notify: (to, name, message) => mesh.notify(to, name, message),
      handle: (name, handler) => mesh.handle(name, handler),
      connect: (address) => mesh.connect(address),
      nodes: () => mesh.peers(),
      watch: (watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    };
  }

  /** Removes the node: it becomes unreachable, and its links close. */
  kill(nodeId: string): void {
    this.#meshes.get(nodeId)?.close();
    this.#meshes.delete(nodeId);
    this.#memory.listen(nodeId, (link) => link.terminate());
    this.#memory.isolate(nodeId);
  }

  stop(): void {
    for (const nodeId of [...this.#meshes.keys()]) this.kill(nodeId);
  }

  #mesh(nodeId: string, events: MeshEvents): Mesh {
    const identity = {
      clusterName: 'test',
      clusterUuid: null,
      nodeId,
      ephemeralId: `e-${nodeId}`,
      name: nodeId,
      roles: ['data'],
      attributes: {},
      address: nodeId,
      httpAddress: nodeId,
      wire: { min: 1, max: 1 },
      index: { min: 1, max: 1 },
      version: '0',
    };
    return new Mesh({
      ...this.#parts,
      timers: patientTimers(this.#parts.timers),
      network: this.#memory.from(nodeId),
      identity: () => identity,
      prover: openProver,
      log: silentLog,
      events,
    });
  }
}
