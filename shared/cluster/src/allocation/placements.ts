/**
 * The copies of all shards during one run of the allocation, by shard and by node, with the
 * recoveries on each node. It starts from a cluster state and produces one; unchanged shards stay
 * the same objects.
 */
import type { ClusterNode, ClusterState } from '../state/cluster_state.js';
import { dataNodes } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import { isActive, type ShardCopy } from '../state/routing_table.js';

export interface PlacedShard {
  readonly index: IndexMetadata;
  readonly shardId: number;
  /** Copies, the primary first. */
  copies: readonly ShardCopy[];
  primaryTerm: number;
  inSync: readonly string[];
}

/** A data node with the copies that are on it or arriving. */
export interface NodeLoad {
  readonly node: ClusterNode;
  /** Number of copies by index name; arriving copies are counted, leaving ones are not. */
  readonly byIndex: Map<string, number>;
  shards: number;
  /** Copies being filled here by a primary on another node. */
  incoming: number;
  /** Copies being filled by a primary of this node. */
  outgoing: number;
  /** Primaries being opened from this node's disk. */
  openingPrimaries: number;
  /** Bytes of arriving copies; leaving ones are not subtracted. */
  arrivingBytes: number;
}

interface PlacementsOptions {
  /**
   * The only indices, by name, that the run will ask about. The loads of nodes then count these
   * indices alone.
   */
  readonly only?: Iterable<string>;
  /** Size of a copy of a shard. */
  readonly bytesOf?: (indexUuid: string, shardId: number) => number | undefined;
}

export class Placements {
  readonly state: ClusterState;
  /** Loads by node id, in the order of node names. */
  readonly nodes: ReadonlyMap<string, NodeLoad>;
  /** Shards by index name. */
  readonly #shards = new Map<string, readonly PlacedShard[]>();
  readonly #changed = new Set<PlacedShard>();
  /** Numbers of inactive copies, inactive primaries, and relocating copies. */
  readonly #counts = { inactive: 0, inactivePrimaries: 0, relocating: 0 };
  readonly #bytesOf: (shard: PlacedShard) => number;

  constructor(state: ClusterState, { only, bytesOf = () => 0 }: PlacementsOptions = {}) {
    this.state = state;
    this.#bytesOf = ({ index, shardId }) => bytesOf(index.uuid, shardId) ?? 0;
    const sorted = dataNodes(state).sort(byName);
    this.nodes = new Map(sorted.map((node) => [node.id, emptyLoad(node)]));
    for (const name of only ?? state.metadata.indices.keys()) {
      const index = state.metadata.indices.get(name);
      const routing = state.routing.get(name);
      if (index === undefined || routing === undefined) continue;
      const shards = routing.shards.map((copies, shardId) => placedShard(index, shardId, copies));
      this.#shards.set(index.name, shards);
      for (const shard of shards) this.#count(shard, 1);
    }
  }

  /** Shards of an index; none when it has no routing. */
  of(index: string): readonly PlacedShard[] {
    return this.#shards.get(index) ?? [];
  }

  *all(): IterableIterator<PlacedShard> {
    for (const shards of this.#shards.values()) yield* shards;
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  get counts(): Readonly<{ inactive: number; inactivePrimaries: number; relocating: number }> {
    return this.#counts;
  }

  /** Replaces a shard's copies and the values that belong to them. */
  change(
    shard: PlacedShard,
    next: Partial<Pick<PlacedShard, 'copies' | 'primaryTerm' | 'inSync'>>,
  ): void {
    this.#count(shard, -1);
    Object.assign(shard, next);
    this.#count(shard, 1);
    this.#changed.add(shard);
  }

  replaceCopy(shard: PlacedShard, before: ShardCopy, after: ShardCopy): void {
    this.change(shard, { copies: shard.copies.map((copy) => (copy === before ? after : copy)) });
  }

  /** The cluster state with these placements. */
  toState(): ClusterState {
    const names = new Set([...this.#changed].map((shard) => shard.index.name));
    const indices: IndexMetadata[] = [];
    const tables = [];
    for (const name of names) {
      const routing = this.state.routing.get(name);
      const shards = this.of(name);
      const index = shards[0]?.index;
      if (routing === undefined || index === undefined) continue;
      tables.push({ ...routing, shards: shards.map((shard) => shard.copies) });
      if (shards.some(changesMetadata)) indices.push(withShards(index, shards));
    }
    return replaceRouting(replaceIndices(this.state, indices), tables);
  }

  #count(shard: PlacedShard, by: 1 | -1): void {
    for (const copy of shard.copies) {
      const load = copy.nodeId === undefined ? undefined : this.nodes.get(copy.nodeId);
      if (!isActive(copy)) this.#counts.inactive += by;
      if (!isActive(copy) && copy.primary) this.#counts.inactivePrimaries += by;
      if (copy.relocation !== undefined) this.#counts.relocating += by;
      if (load !== undefined) {
        if (copy.state !== 'RELOCATING') add(load, shard, by);
        else load.arrivingBytes -= by * this.#bytesOf(shard);
        if (copy.state === 'INITIALIZING') this.#countRecovery(shard, copy, by);
      }
      if (copy.relocation !== undefined) {
        const target = this.nodes.get(copy.relocation.nodeId);
        if (target !== undefined) {
          add(target, shard, by);
          target.arrivingBytes += by * this.#bytesOf(shard);
          target.incoming += by;
        }
        this.#primaryLoad(shard, (primary) => {
          primary.outgoing += by;
        });
      }
    }
  }

  #countRecovery(shard: PlacedShard, copy: ShardCopy, by: 1 | -1): void {
    const load = this.nodes.get(copy.nodeId ?? '');
    if (load === undefined) return;
    if (opensFiles(copy)) load.openingPrimaries += by;
    if (copy.recoverySource !== 'PEER') return;
    load.incoming += by;
    load.arrivingBytes += by * this.#bytesOf(shard);
    this.#primaryLoad(shard, (primary) => {
      primary.outgoing += by;
    });
  }

  #primaryLoad(shard: PlacedShard, change: (load: NodeLoad) => void): void {
    const nodeId = primaryOfShard(shard)?.nodeId;
    const load = nodeId === undefined ? undefined : this.nodes.get(nodeId);
    if (load !== undefined) change(load);
  }
}

function byName(a: ClusterNode, b: ClusterNode): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export function primaryOfShard(shard: PlacedShard): ShardCopy | undefined {
  return shard.copies.find((copy) => copy.primary);
}

export function hasActivePrimary(shard: PlacedShard): boolean {
  const primary = primaryOfShard(shard);
  return primary !== undefined && isActive(primary);
}

/** True if the primary starts from existing files: its own, or those of its source. */
export function opensFiles({ recoverySource }: ShardCopy): boolean {
  return recoverySource === 'EXISTING_STORE' || recoverySource === 'LOCAL_SHARDS';
}

/** True if the copy is on the node or moving there. */
export function isOn(copy: ShardCopy, nodeId: string): boolean {
  return copy.nodeId === nodeId || copy.relocation?.nodeId === nodeId;
}

function placedShard(
  index: IndexMetadata,
  shardId: number,
  copies: readonly ShardCopy[],
): PlacedShard {
  return {
    index,
    shardId,
    copies,
    primaryTerm: index.primaryTerms[shardId] ?? 0,
    inSync: index.inSync[shardId] ?? [],
  };
}

function emptyLoad(node: ClusterNode): NodeLoad {
  return {
    node,
    byIndex: new Map(),
    shards: 0,
    incoming: 0,
    outgoing: 0,
    openingPrimaries: 0,
    arrivingBytes: 0,
  };
}

function add(load: NodeLoad, shard: PlacedShard, by: 1 | -1): void {
  const { name } = shard.index;
  load.shards += by;
  load.byIndex.set(name, (load.byIndex.get(name) ?? 0) + by);
}

function changesMetadata({ index, shardId, primaryTerm, inSync }: PlacedShard): boolean {
  return index.primaryTerms[shardId] !== primaryTerm || index.inSync[shardId] !== inSync;
}

function withShards(index: IndexMetadata, shards: readonly PlacedShard[]): IndexMetadata {
  return {
    ...index,
    primaryTerms: shards.map((shard) => shard.primaryTerm),
    inSync: shards.map((shard) => shard.inSync),
    version: index.version + 1,
  };
}
