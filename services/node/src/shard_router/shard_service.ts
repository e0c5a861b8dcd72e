/**
 * The answering side: handles calls of other nodes to the shards here. The user's rights are
 * checked once more, on the index as this node knows it; the coordinating node, which has the
 * token, has checked them already.
 */
import { type Clock, expectDefined, type Timers } from '@skein/base';
import { decodePlain, encodePlain } from '@skein/bytes';
import type { ClusterState, IndexMetadata, ShardCopy } from '@skein/cluster';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import type { Visibility } from '@skein/search';
import { CallCodec, type CallReply } from '@skein/shard';
import type { CallContext } from '@skein/transport';
import type { MasterService } from '../master_service/mod.js';
import type { Identity, NamedPrivilege, Security } from '../security/mod.js';
import type { UserContexts } from '../security/user_contexts.js';
import { visibilityOf } from '../security/visibility.js';
import type {
  BroadcastCall,
  IndexingPressure,
  PinnedShard,
  PinPurpose,
  ShardHost,
} from '../shard_host/mod.js';
import type { ShardLinks } from './contract.js';
import { activeCopies } from './copy_choice.js';
import type { Outcome } from './copy_groups.js';
import { HeldPins } from './held_pins.js';
import { reachState } from './reach_state.js';
import { startShifted } from './request_start.js';
import { SeenReader, seenPin } from './seen_shard.js';
import type { CopyAddress, PrimaryAddress, ShardCalls } from './shard_calls.js';

/** Interval of checks for the end of all running calls. */
const QUIET_CHECK_MS = 20;

/** Privileges for a call on all copies; any one of them on the index suffices. */
const BROADCAST_PRIVILEGES: Readonly<Record<BroadcastCall, readonly NamedPrivilege[]>> = {
  refresh: ['indices:write', 'indices:manage'],
  next_refresh: ['indices:write'],
  flush: ['indices:write', 'indices:manage'],
  force_merge: ['indices:write', 'indices:manage'],
  stats: ['indices:monitor', 'indices:read'],
  clear_caches: ['indices:manage'],
};

export interface ShardServiceParts {
  readonly links: ShardLinks;
  readonly shardHost: ShardHost;
  readonly masterService: Pick<MasterService, 'state' | 'waitFor'>;
  readonly security: Security;
  readonly users: UserContexts;
  readonly pressure: IndexingPressure;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** An index that the user may read, and the documents visible to that user. */
interface Readable {
  readonly index: IndexMetadata;
  readonly visibility: Visibility | undefined;
}

type Request<K extends keyof ShardCalls> = ShardCalls[K]['request'];
type Reply<K extends keyof ShardCalls> = Promise<ShardCalls[K]['reply']>;

export class ShardService {
  readonly #parts: ShardServiceParts;
  readonly #pins: HeldPins;
  readonly #codec = new CallCodec();
  readonly #stopWatching: () => void;
  #running = 0;

  /** Registers the handlers. */
  constructor(parts: ShardServiceParts) {
    this.#parts = parts;
    this.#pins = new HeldPins(parts);
    const { links } = parts;
    links.handle('shard/bulk', (...asked) => this.#counted(this.#bulk(...asked)));
    links.handle('shard/get', (...asked) => this.#counted(this.#get(...asked)));
    links.handle('shard/search', (...asked) => this.#counted(this.#search(...asked)));
    links.handle('shard/broadcast', (...asked) => this.#counted(this.#broadcast(...asked)));
    links.handle('shard/pin', ({ copy, purpose }, context) => {
      this.#readable(copy, context);
      return { pin: this.#hold(copy, purpose, context) };
    });
    links.handle('shard/keep', ({ pins }, { from }) => {
      this.#pins.keep(pins, from.ephemeralId);
      return undefined;
    });
    links.handle('shard/release', ({ pins }, { from }) => {
      this.#pins.release(pins, from.ephemeralId);
      return undefined;
    });
    this.#stopWatching = links.watch({
      disconnected: ({ ephemeralId }) => this.#pins.releaseAllOf(ephemeralId),
    });
  }

  /** Number of points in time held for other nodes. */
  get heldPins(): number {
    return this.#pins.count;
  }

  /**
   * Resolves when no other node waits for an answer or is between the phases of a search here;
   * after `timeoutMs` at the latest. For a node that gets no new calls any more.
   */
  async quiet(timeoutMs: number): Promise<void> {
    const { timers } = this.#parts;
    const endMs = this.#monotonicMs + timeoutMs;
    while (this.#running + this.#pins.searches > 0 && this.#monotonicMs < endMs) {
      await new Promise<void>((resolve) => void timers.after(QUIET_CHECK_MS, resolve));
    }
  }

  stop(): void {
    this.#stopWatching();
    this.#pins.stop();
  }

  #counted<T>(answer: Promise<T>): Promise<T> {
    this.#running++;
    return answer.finally(() => {
      this.#running--;
    });
  }

  async #bulk(request: Request<'shard/bulk'>, context: CallContext): Reply<'shard/bulk'> {
    const { primary, activeCopies: needed, head, bodies } = request;
    await reachState(this.#parts.masterService, primary.stateVersion);
    const index = this.#indexOf(primary);
    this.#authorize(index, this.#user(context), ['indices:write']);
    this.#checkPrimary(index, primary, needed);
    const rest = decodePlain(head);
    // A copy, because its memory is transferred to the shard's thread.
    const packed = { ...rest, bodies: new Uint8Array(bodies) };
    const writer = this.#parts.shardHost.write(primary.indexUuid, primary.shardId);
    const { pressure } = this.#parts;
    const reply = await pressure.during('primary', { bytes: bodies.length }, () =>
      writer.bulk(packed),
    );
    return { packed: encodePlain(reply) };
  }

  async #get(request: Request<'shard/get'>, context: CallContext): Reply<'shard/get'> {
    const { copy, inEngine } = request;
    const reader = this.#reader(copy, this.#readable(copy, context), context.signal);
    const get = decodePlain(request.get);
    const result = await (inEngine ? reader.getInEngine(get) : reader.get(get));
    return { result: encodePlain(result) };
  }

  async #search(request: Request<'shard/search'>, context: CallContext): Reply<'shard/search'> {
    const { copy, kind, pin: held, hold } = request;
    const { visibility } = this.#readable(copy, context);
    const startMs = this.#monotonicMs;
    const asked = startShifted(this.#codec.readCall(request.request), startMs);
    const call = (pin: PinnedShard) => seenPin(pin, visibility).call(kind, asked, context.signal);
    const owner = context.from.ephemeralId;
    const name = hold ? this.#hold(copy, 'search', context) : held;
    let keeps = false;
    try {
      const reply = await this.#withPin(copy, name, owner, call);
      keeps = hold && !isWithoutHits(reply);
      const pin = keeps ? name : undefined;
      return { reply: this.#codec.reply(reply).slice(), pin, ...this.#load(startMs) };
    } finally {
      if (hold && name !== undefined && !keeps) this.#pins.release([name], owner);
    }
  }

  async #broadcast(
    request: Request<'shard/broadcast'>,
    context: CallContext,
  ): Reply<'shard/broadcast'> {
    const { copies, stateVersion } = request;
    await reachState(this.#parts.masterService, stateVersion, context.signal);
    const { call } = request;
    const identity = this.#user(context);
    // An index that was deleted meanwhile must not keep the call from the copies of others.
    const refusals = copies.map((copy) =>
      this.#refusal(copy, identity, BROADCAST_PRIVILEGES[call]),
    );
    const rest = copies.filter((_copy, at) => refusals[at] === undefined);
    const asked = decodePlain(request.request);
    const answers = await this.#parts.shardHost.callEach(call, rest, asked);
    let next = 0;
    const outcomes = refusals.map(
      (refusal) => refusal ?? expectDefined(answers[next++], 'each copy has its own outcome'),
    );
    return { outcomes: encodePlain(outcomes) };
  }

  /** Undefined if the user may make the call on the copy, as far as this node knows the index. */
  #refusal(
    copy: CopyAddress,
    identity: Identity,
    anyOf: readonly NamedPrivilege[],
  ): Outcome | undefined {
    try {
      this.#authorize(this.#indexOf(copy), identity, anyOf);
      return undefined;
    } catch (thrown) {
      return { ok: false, error: toPlainError(asApiError(thrown)) };
    }
  }

  async #withPin<T>(
    { indexUuid, shardId }: CopyAddress,
    name: string | undefined,
    owner: string,
    call: (pin: PinnedShard) => Promise<T>,
  ): Promise<T> {
    if (name !== undefined) return this.#pins.use(name, owner, call);
    const pin = this.#parts.shardHost.search(indexUuid, shardId);
    try {
      return await call(pin);
    } finally {
      pin.release();
    }
  }

  #hold({ indexUuid, shardId }: CopyAddress, purpose: PinPurpose, { from }: CallContext): string {
    const pin = this.#parts.shardHost.search(indexUuid, shardId, purpose);
    try {
      return this.#pins.hold(pin, from.ephemeralId, purpose);
    } catch (error) {
      pin.release();
      throw error;
    }
  }

  /**
   * Throws security_exception when the user may not read the index, and shard_not_found_exception
   * when this node knows no such index.
   */
  #readable(copy: CopyAddress, context: CallContext): Readable {
    const index = this.#indexOf(copy);
    const identity = this.#user(context);
    this.#authorize(index, identity, ['indices:read']);
    return { index, visibility: visibilityOf(identity, index.name) };
  }

  #reader({ shardId }: CopyAddress, { index, visibility }: Readable, signal: AbortSignal) {
    const { shardHost, clock } = this.#parts;
    if (visibility === undefined) return shardHost.read(index.uuid, shardId);
    return new SeenReader({ shardHost, index, shardId, visibility, clock, signal });
  }

  #user({ user, from }: CallContext): Identity {
    return this.#parts.users.decode(user, from.nodeId);
  }

  #authorize(index: IndexMetadata, identity: Identity, anyOf: readonly NamedPrivilege[]): void {
    const { security } = this.#parts;
    const isAllowed = anyOf.some(
      (privilege) => security.filterIndices(identity, privilege, [index.name]).length > 0,
    );
    const [first] = anyOf;
    if (!isAllowed && first !== undefined) {
      security.authorizeIndices(identity, first, [index.name]);
    }
  }

  #indexOf({ indexUuid, shardId }: CopyAddress): IndexMetadata {
    const index = byUuid(this.#parts.masterService.state()).get(indexUuid);
    if (index !== undefined) return index;
    throw new ApiError('shard_not_found_exception', `no such shard [${indexUuid}][${shardId}]`);
  }

  #checkPrimary(index: IndexMetadata, address: PrimaryAddress, needed: number): void {
    const { shardId, allocationId, primaryTerm } = address;
    const copies = activeCopies(this.#parts.masterService.state(), { index: index.name, shardId });
    const isHere = copies.some((copy) => this.#isPrimaryHere(copy, allocationId));
    if (!isHere || index.primaryTerms[shardId] !== primaryTerm) {
      throw retryOnPrimary(index.name, shardId, `the primary is not [${allocationId}] here`);
    }
    if (copies.length < needed) {
      const counts = `[${copies.length}] copies are active, [${needed}] needed`;
      throw retryOnPrimary(index.name, shardId, counts);
    }
  }

  #isPrimaryHere({ primary, nodeId, allocationId: known }: ShardCopy, allocationId: string) {
    return primary && nodeId === this.#parts.links.localNodeId && known === allocationId;
  }

  #load(startMs: number): { readonly serviceMs: number; readonly queue: number } {
    const { shardHost } = this.#parts;
    return { serviceMs: this.#monotonicMs - startMs, queue: shardHost.searchQueue() };
  }

  get #monotonicMs(): number {
    return this.#parts.clock.monotonicMs();
  }
}

const known = new WeakMap<ClusterState['metadata'], ReadonlyMap<string, IndexMetadata>>();

/** Kept as long as the metadata does not change, because every call needs it. */
function byUuid({ metadata }: ClusterState): ReadonlyMap<string, IndexMetadata> {
  const before = known.get(metadata);
  if (before !== undefined) return before;
  const indices = new Map([...metadata.indices.values()].map((index) => [index.uuid, index]));
  known.set(metadata, indices);
  return indices;
}

/** True if there are no hits to fetch, so that nothing need be held. */
function isWithoutHits(reply: CallReply): boolean {
  return 'kind' in reply && reply.kind === 'found' && reply.result.hits.length === 0;
}

function retryOnPrimary(index: string, shardId: number, why: string): ApiError {
  return new ApiError('retry_on_primary_exception', `[${index}][${shardId}] ${why}`);
}
