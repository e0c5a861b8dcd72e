/**
 * A master of a single-node cluster, with an in-memory disk, for tests of code that depends on the
 * cluster state.
 */
import { type Clock, type Random, silentLog, type Timers } from '@skein/base';
import { type ClusterNode, unrecoveredState } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { CallTable } from '@skein/transport';
import { Coordination, type JournalFiles } from '../coordination_host/mod.js';
import { ClusterMaster } from '../master_service/mod.js';
import type { NodeCalls } from '../node_calls.js';
import type { NodeLinks } from '../node_links/mod.js';

export interface LoneMasterParts {
  readonly localNode: ClusterNode;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly files?: JournalFiles;
  readonly configuredSettings?: ReadonlyMap<string, string>;
  readonly fatal?: (reason: string) => void;
}

/** Returns the master before its start, so that appliers can be added. */
export async function loneMaster(parts: LoneMasterParts): Promise<ClusterMaster> {
  const { localNode } = parts;
  const links = loneLinks<NodeCalls>(localNode);
  const initialState = unrecoveredState('test');
  const coordination = await Coordination.open({
    ...parts,
    initialMasters: [localNode.name],
    settings: {},
    blankState: initialState,
    files: parts.files ?? new MemoryJournal(),
    links,
    log: silentLog,
  });
  return new ClusterMaster({
    ...parts,
    coordination,
    links,
    initialState,
    configuredSettings: parts.configuredSettings ?? new Map(),
    indexVersion: '136407927',
    fatal: parts.fatal ?? (() => {}),
    log: silentLog,
  });
}

export class MemoryJournal implements JournalFiles {
  readonly files = new Map<string, Uint8Array>();
  appends = 0;
  /** The next append waits for it; rejects to make the disk fail. */
  gate: Promise<void> = Promise.resolve();

  async names(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    return this.files.get(name);
  }

  async append(name: string, bytes: Uint8Array): Promise<void> {
    await this.gate;
    this.appends++;
    this.files.set(name, Buffer.concat([this.files.get(name) ?? Buffer.alloc(0), bytes]));
  }

  async note(name: string, bytes: Uint8Array): Promise<void> {
    this.files.set(name, bytes.slice());
  }

  async truncate(name: string, length: number): Promise<void> {
    const bytes = this.files.get(name);
    if (bytes !== undefined) this.files.set(name, bytes.slice(0, length));
  }

  load(name: string): Promise<Uint8Array | undefined> {
    return this.read(name);
  }

  async replace(name: string, payload: Uint8Array): Promise<void> {
    await this.gate;
    this.files.set(name, payload.slice());
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  async close(): Promise<void> {}
}

/** Links of a node that no other node can reach. */
function loneLinks<Calls extends CallTable>(localNode: ClusterNode): NodeLinks<Calls> {
  return {
    localNodeId: localNode.id,
    call: async (nodeId, name) => {
      throw new ApiError('node_not_connected_exception', `[${nodeId}][${name}] Node not connected`);
    },
    notify: () => {},
    handle: () => {},
    connect: async (address) => {
      throw new ApiError('connect_transport_exception', `[${address}] nobody is there`);
    },
    nodes: () => [],
    watch: () => () => {},
  };
}
