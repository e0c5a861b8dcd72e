/**
 * Contexts between requests: scrolls and points in time. Each lives until its time is over, its
 * owner closes it, or its shards are gone. Only the owner finds it: for anyone else it does not
 * exist. It does not expire while a request uses it.
 */
import type { Clock, Random, TimerHandle, Timers } from '@skein/base';
import type { BreakerAccount, MemoryLease } from '@skein/search_library';
import type { Identity } from '../../security/mod.js';
import { type ContextId, type ContextKind, contextIdText, newContextId } from './context_id.js';
import type { HeldShards } from './held_shards.js';

interface OpenContext<T> {
  readonly id: ContextId;
  readonly text: string;
  readonly owner: string;
  readonly createdMs: number;
  readonly held: HeldShards;
  readonly content: T;
  readonly keepAliveMs: number;
}

/** The shards of a context that is to be opened. */
interface Arrival {
  readonly shards: number;
  /** Limit of the shards of all contexts of the table. */
  readonly most: number;
  readonly refusal: () => Error;
}

interface NewContext<T> {
  readonly identity: Identity;
  readonly keepAliveMs: number;
  readonly held: HeldShards;
  readonly content: T;
}

export interface ContextTableParts {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  /** Accounts memory to the `request` breaker. */
  readonly requests: Pick<BreakerAccount, 'lease'>;
}

interface Entry<T> extends OpenContext<T> {
  keepAliveMs: number;
  /** Number of requests using it. */
  users: number;
  expiry: TimerHandle | undefined;
  readonly memory: MemoryLease;
}

/**
 * Approximate size of a context and of each of its shards: the query, the last hits and the opened
 * point in time. Measured.
 */
const CONTEXT_BYTES = 2048;
const SHARD_BYTES = 1024;

export class ContextTable<T> {
  readonly #kind: ContextKind;
  readonly #parts: ContextTableParts;
  readonly #entries = new Map<string, Entry<T>>();
  #opened = 0;
  /** Number of shards of the contexts that are being opened. */
  #arriving = 0;

  constructor(kind: ContextKind, parts: ContextTableParts) {
    this.#kind = kind;
    this.#parts = parts;
  }

  /** Number of shards held by all contexts. */
  get shardCount(): number {
    let count = 0;
    for (const { held } of this.#entries.values()) count += held.size;
    return count;
  }

  /**
   * Runs the opening of a context, whose shards count as held from now on. Throws the refusal if
   * they would be too many.
   */
  async admit<R>({ shards, most, refusal }: Arrival, opening: () => Promise<R>): Promise<R> {
    if (this.shardCount + this.#arriving + shards > most) throw refusal();
    this.#arriving += shards;
    try {
      return await opening();
    } finally {
      this.#arriving -= shards;
    }
  }

  /**
   * Throws circuit_breaking_exception, and lets go of the shards, if there is no memory for
   * another.
   */
  open({ identity, keepAliveMs, held, content }: NewContext<T>): OpenContext<T> {
    const { clock, nodeId, random } = this.#parts;
    const memory = this.#takeMemory(held);
    this.#opened++;
    const id = newContextId(this.#kind, { number: this.#opened, nodeId, random });
    const entry: Entry<T> = {
      id,
      text: contextIdText(id),
      owner: ownerOf(identity),
      createdMs: clock.nowMs(),
      held,
      content,
      keepAliveMs,
      users: 0,
      expiry: undefined,
      memory,
    };
    this.#entries.set(entry.text, entry);
    this.#expireLater(entry);
    return entry;
  }

  /** Undefined if there is none for this caller. */
  find(text: string, identity: Identity): OpenContext<T> | undefined {
    const entry = this.#entries.get(text);
    return entry?.owner === ownerOf(identity) ? entry : undefined;
  }

  /**
   * Works with a context; its time restarts when the work is done. As in OpenSearch, a longer
   * keep-alive replaces the previous one and a shorter one does not.
   */
  async use<R>(
    context: OpenContext<T>,
    keepAliveMs: number | undefined,
    work: () => Promise<R>,
  ): Promise<R> {
    // Only this table makes contexts, all of them entries.
    const entry = context as Entry<T>;
    entry.users++;
    entry.expiry?.cancel();
    try {
      return await work();
    } finally {
      entry.users--;
      entry.keepAliveMs = Math.max(entry.keepAliveMs, keepAliveMs ?? 0);
      if (entry.users === 0 && this.#entries.has(entry.text)) this.#expireLater(entry);
    }
  }

  /** The caller's contexts, oldest first. */
  ownedBy(identity: Identity): readonly OpenContext<T>[] {
    const owner = ownerOf(identity);
    return [...this.#entries.values()].filter((entry) => entry.owner === owner);
  }

  close(context: OpenContext<T>): void {
    // See `use`.
    const entry = context as Entry<T>;
    if (!this.#entries.delete(entry.text)) return;
    entry.expiry?.cancel();
    entry.memory.end();
    entry.held.release();
  }

  /** Closes contexts that have lost all their shards. */
  dropLost(): void {
    for (const entry of this.#entries.values()) if (entry.held.isLost) this.close(entry);
  }

  closeAll(): void {
    for (const entry of this.#entries.values()) this.close(entry);
  }

  #takeMemory(held: HeldShards): MemoryLease {
    const memory = this.#parts.requests.lease();
    try {
      memory.grow(CONTEXT_BYTES + held.size * SHARD_BYTES, `<${this.#kind}>`);
      return memory;
    } catch (refusal) {
      held.release();
      throw refusal;
    }
  }

  #expireLater(entry: Entry<T>): void {
    entry.expiry?.cancel();
    entry.expiry = this.#parts.timers.after(entry.keepAliveMs, () => this.close(entry));
  }
}

/**
 * Identifies the user and the client by their issuer's names, and their restrictions: later pages
 * are visible exactly as the first one was.
 */
function ownerOf({ issuer, subject, clientId, restrictions }: Identity): string {
  return JSON.stringify([issuer, subject, clientId, restrictions]);
}
