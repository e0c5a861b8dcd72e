/**
 * The implementation of `ShardRouter`: chooses a copy of a shard and calls it, on this node through
 * the shard host or on another node over the links.
 */
import type { Clock, Timers } from '@skein/base';
import { decodePlain, encodePlain } from '@skein/bytes';
import { type ClusterState, type IndexRouting, isActive, type ShardCopy } from '@skein/cluster';
import type { CopyCalls } from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import type { NodeHealths } from '../membership_host/mod.js';
import type { NodeResponse } from '../node_operations/mod.js';
import type { Identity } from '../security/mod.js';
import type { UserContexts } from '../security/user_contexts.js';
import { visibilityOf } from '../security/visibility.js';
import {
  type BroadcastCall,
  type IndexingPressure,
  notAvailable,
  type PackedBulk,
  type PackedReply,
  type PinnedShard,
  type PinPurpose,
  type ShardHost,
  type ShardReader,
} from '../shard_host/mod.js';
import { askCopies } from './ask_copies.js';
import type {
  Asker,
  BroadcastOptions,
  BroadcastResult,
  CopyOutcome,
  PrimaryWrite,
  ReadableCopy,
  ShardLinks,
  ShardOfIndex,
  ShardRouter,
} from './contract.js';
import { preferredCopies } from './copy_choice.js';
import { byNode, inOrder, isThere } from './copy_groups.js';
import { CopyRanks } from './copy_ranks.js';
import { measuredPin } from './measured_pin.js';
import { NodeResponses } from './node_responses.js';
import { RemotePins } from './remote_pins.js';
import { RemotePlace, type RemoteShard } from './remote_place.js';
import { RemotePin, RemoteReader } from './remote_shard.js';
import { SeenReader, seenPin } from './seen_shard.js';

export interface ShardRouterParts {
  readonly links: ShardLinks;
  readonly shardHost: ShardHost;
  readonly masterService: Pick<MasterService, 'state' | 'waitFor'>;
  readonly users: UserContexts;
  /** The health of other nodes. */
  readonly healths: NodeHealths;
  readonly pressure: IndexingPressure;
  readonly clock: Clock;
  readonly timers: Timers;
}

export class NodeShardRouter implements ShardRouter {
  readonly #parts: ShardRouterParts;
  readonly #pins: RemotePins;
  readonly #elsewhere: RemotePlace;
  readonly #responses: NodeResponses;
  readonly #ranks: CopyRanks;
  readonly #stopWatching: () => void;

  constructor(parts: ShardRouterParts) {
    this.#parts = parts;
    this.#pins = new RemotePins(parts.links, parts.timers);
    this.#responses = new NodeResponses(parts.clock);
    const { links, clock } = parts;
    this.#elsewhere = new RemotePlace({
      links,
      responses: this.#responses,
      monotonicMs: () => clock.monotonicMs(),
    });
    this.#ranks = new CopyRanks({ ...parts, responses: this.#responses });
    this.#stopWatching = parts.links.watch({
      disconnected: ({ nodeId }) => {
        this.#pins.lost(nodeId);
        this.#responses.forget(nodeId);
      },
    });
  }

  get localNodeId(): string {
    return this.#parts.links.localNodeId;
  }

  /** Response times of nodes, as measured here. */
  get responses(): readonly NodeResponse[] {
    return this.#responses.report(this.#parts.masterService.state().nodes.size);
  }

  /** Number of points in time that other nodes hold for this one. */
  get openPins(): number {
    return this.#pins.count;
  }

  stop(): void {
    this.#stopWatching();
    this.#pins.stop();
  }

  copies(
    state: ClusterState,
    shard: ShardOfIndex,
    preference?: string | undefined,
  ): readonly [ReadableCopy, ...ReadableCopy[]] {
    const name = { index: shard.index.name, shardId: shard.shardId };
    const table = state.routing.get(name.index);
    const isThere = table?.uuid === shard.index.uuid;
    const lone = isThere && preference === undefined && loneCopy(table.shards[shard.shardId]);
    if (lone && lone.nodeId !== undefined) return [{ shard, nodeId: lone.nodeId, copy: lone }];
    const { localNodeId } = this;
    const ranked = (copies: readonly ShardCopy[]) => this.#ranks.ranked(state, copies);
    const found = isThere ? preferredCopies(name, preference, { state, localNodeId, ranked }) : [];
    const [best, ...others] = found.flatMap((copy): ReadableCopy[] =>
      copy.nodeId === undefined ? [] : [{ shard, nodeId: copy.nodeId, copy }],
    );
    if (best === undefined) throw notAvailable(name.index, name.shardId);
    return [best, ...others];
  }

  pin(copy: ReadableCopy, identity: Identity): PinnedShard {
    if (!this.#isHere(copy)) return this.#remotePin(copy, identity);
    const { shardHost, clock } = this.#parts;
    const { index, shardId } = copy.shard;
    const pin = seenPin(shardHost.search(index.uuid, shardId), visibilityOf(identity, index.name));
    if (this.#isAlone(copy)) return pin;
    return measuredPin(pin, {
      nodeId: this.localNodeId,
      responses: this.#responses,
      monotonicMs: () => clock.monotonicMs(),
      queue: () => shardHost.searchQueue(),
    });
  }

  async pinNow(
    copy: ReadableCopy,
    { identity, signal }: Asker,
    purpose: PinPurpose,
  ): Promise<PinnedShard> {
    const { index, shardId } = copy.shard;
    if (this.#isHere(copy)) {
      const pin = this.#parts.shardHost.search(index.uuid, shardId, purpose);
      return seenPin(pin, visibilityOf(identity, index.name));
    }
    const pin = this.#remotePin(copy, identity);
    await pin.hold(purpose, signal);
    return pin;
  }

  /** Reads `asker.signal` only where it is needed: a request creates its signal on first use. */
  read(copy: ReadableCopy, asker: Asker): ShardReader {
    const { shardHost, links } = this.#parts;
    const { index, shardId } = copy.shard;
    if (!this.#isHere(copy)) {
      return new RemoteReader(this.#remote(copy, asker.identity), links, asker.signal);
    }
    const visibility = visibilityOf(asker.identity, index.name);
    if (visibility === undefined) return shardHost.read(index.uuid, shardId);
    const { clock } = this.#parts;
    const { signal } = asker;
    return new SeenReader({ shardHost, index, shardId, visibility, clock, signal });
  }

  async write(state: ClusterState, packed: PackedBulk, write: PrimaryWrite): Promise<PackedReply> {
    const { shardHost, pressure } = this.#parts;
    const { index, shardId } = write.shard;
    const copies = state.routing.get(index.name)?.shards[shardId] ?? [];
    const primary = copies.find((copy) => copy.primary && isActive(copy));
    if (primary?.nodeId === undefined) throw notAvailable(index.name, shardId);
    const { refresh } = packed;
    const reply = await (primary.nodeId === this.localNodeId
      ? pressure.during('primary', { bytes: packed.bodies.length, isCounted: true }, () =>
          shardHost.write(index.uuid, shardId).bulk(packed),
        )
      : this.#writeRemotely(state, packed, { write, primary }));
    if (refresh !== 'false' && copies.length > 1) await this.#showOnReplicas(refresh, write);
    return reply;
  }

  async broadcast<K extends BroadcastCall>(
    call: K,
    indices: readonly string[],
    request: CopyCalls[K]['request'],
    options: BroadcastOptions,
  ): Promise<BroadcastResult<CopyCalls[K]['reply']>> {
    const { routing, version } = this.#parts.masterService.state();
    const tables = indices.flatMap((name) => routing.get(name) ?? []);
    const { total, groups } = byNode(tables, options.primariesOnly === true ? 'primaries' : 'all');
    const asker = options;
    const [answers] = await Promise.all([
      askCopies(this.#parts, groups, { version, call, request, asker }),
      call === 'refresh' ? this.#refreshArriving(tables, version, asker) : undefined,
    ]);
    const outcomes = answers.filter(isThere);
    // Each copy was asked for `call`, so the outcomes are of that call.
    return { total, outcomes: inOrder(outcomes, indices) as CopyOutcome<never>[] };
  }

  /**
   * Refreshes copies that are still initializing: they are not counted yet, but will soon be
   * searched, and must show the operations sent to them so far.
   */
  async #refreshArriving(
    tables: readonly IndexRouting[],
    version: number,
    asker: Asker,
  ): Promise<void> {
    const { groups } = byNode(tables, 'arriving');
    await askCopies(this.#parts, groups, { version, call: 'refresh', request: {}, asker });
  }

  /**
   * Refreshes the replicas, or waits for their next refresh: a client that waits for a write to
   * become visible waits for every copy. Failures are ignored here, since the replication machine
   * removes a copy that is broken.
   */
  async #showOnReplicas(
    refresh: 'true' | 'wait_for',
    { shard, identity }: PrimaryWrite,
  ): Promise<void> {
    const { routing, version } = this.#parts.masterService.state();
    const table = routing.get(shard.index.name);
    const { groups } = byNode(table === undefined ? [] : [table], 'replicas', shard.shardId);
    const call = refresh === 'true' ? 'refresh' : 'next_refresh';
    const asker = { identity, signal: new AbortController().signal };
    await askCopies(this.#parts, groups, { version, call, request: {}, asker });
  }

  async #writeRemotely(
    state: ClusterState,
    { bodies, ...head }: PackedBulk,
    { write, primary }: { readonly write: PrimaryWrite; readonly primary: ShardCopy },
  ): Promise<PackedReply> {
    const { links, users } = this.#parts;
    const { shard, activeCopies, identity } = write;
    const { index, shardId } = shard;
    const address = {
      indexUuid: index.uuid,
      shardId,
      allocationId: primary.allocationId ?? '',
      primaryTerm: state.metadata.indices.get(index.name)?.primaryTerms[shardId] ?? 0,
      stateVersion: state.version,
    };
    const asked = { primary: address, activeCopies, head: encodePlain(head), bodies };
    const options = { user: users.encode(identity) };
    const { packed } = await links.call(primary.nodeId ?? '', 'shard/bulk', asked, options);
    return decodePlain(packed);
  }

  #isHere({ nodeId }: ReadableCopy): boolean {
    return nodeId === this.localNodeId;
  }

  /** True if there is no choice of copies, so that nothing need be measured. */
  #isAlone({ shard }: ReadableCopy): boolean {
    const { routing } = this.#parts.masterService.state();
    return (routing.get(shard.index.name)?.shards[shard.shardId]?.length ?? 0) < 2;
  }

  #remotePin(copy: ReadableCopy, identity: Identity): RemotePin {
    const parts = { place: this.#elsewhere, pins: this.#pins };
    return new RemotePin(this.#remote(copy, identity), parts);
  }

  #remote({ shard, nodeId }: ReadableCopy, identity: Identity): RemoteShard {
    const address = { indexUuid: shard.index.uuid, shardId: shard.shardId };
    return { nodeId, address, user: () => this.#parts.users.encode(identity) };
  }
}

/** The only copy of a shard without replicas, as is usual on a single node, if it stays there. */
function loneCopy(copies: readonly ShardCopy[] | undefined): ShardCopy | undefined {
  const [copy] = copies ?? [];
  return copies?.length === 1 && copy?.state === 'STARTED' ? copy : undefined;
}
