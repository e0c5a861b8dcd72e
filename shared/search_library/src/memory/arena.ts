/**
 * Where the bytes of segments live: shared WebAssembly memories, "arenas", so that every thread can run a kernel over any segment without
 * copying it. A block is plain data that travels between threads; only the pool that made it, in the writer's thread, takes it back.
 *
 * An arena is made at its full length: pages that nothing was written to cost address space, not memory, and a length that never changes
 * keeps every view of it valid. Its first bytes belong to the kernels, a lane for each thread that runs them. A segment too large to share an
 * arena has one of its own, which is let go as a whole when the segment is dropped.
 */
import { assert } from '@skein/base';

/** A stretch of an arena. Structured-cloneable: the clone names the same memory. */
export interface ArenaBlock {
  /** The same number: the same arena (of one pool), whichever clone of `memory` one has. */
  readonly arena: number;
  readonly memory: WebAssembly.Memory;
  readonly offset: number;
  readonly length: number;
}

/** Threads that may run kernels over one arena at a time; see `kernels/`. */
export const LANES = 32;
/** What a kernel may write to, a lane. */
export const LANE_BYTES = 1 << 21;

const PAGE_BYTES = 64 * 1024;
/** Vectors are read 16 bytes at a time, beyond the end of a list too: what follows the last block is still inside. */
const GUARD_BYTES = 1024;
const RESERVED_BYTES = LANES * LANE_BYTES;
const ARENA_BYTES = 320 * 1024 * 1024;
const MAX_ARENA_BYTES = 4 * 1024 * 1024 * 1024;
/** Blocks from this size on get an arena of their own. */
const OWN_ARENA_BYTES = 32 * 1024 * 1024;
/** Room for the live documents of a segment beside it, as a part of its size. */
const SLACK = 1 / 8;
const ALIGNMENT = 64;

export function bytesOfBlock({ memory, offset, length }: ArenaBlock): Uint8Array {
  return new Uint8Array(memory.buffer, offset, length);
}

export function wordsOfBlock({ memory, offset, length }: ArenaBlock): Uint32Array {
  return new Uint32Array(memory.buffer, offset, length >>> 2);
}

interface Gap {
  offset: number;
  length: number;
}

/** Free stretches of one memory in ascending order, none touching another. */
class Arena {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly #gaps: Gap[];
  blockCount = 0;

  constructor(id: number, sizeBytes: number) {
    const pages = Math.ceil(sizeBytes / PAGE_BYTES);
    this.id = id;
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const length = pages * PAGE_BYTES - RESERVED_BYTES - GUARD_BYTES;
    this.#gaps = [{ offset: RESERVED_BYTES, length }];
  }

  /** First fit; -1 when nothing fits. */
  allocate(length: number): number {
    const taken = align(length);
    const index = this.#gaps.findIndex((gap) => gap.length >= taken);
    const gap = this.#gaps[index];
    if (gap === undefined) return -1;
    const { offset } = gap;
    gap.offset += taken;
    gap.length -= taken;
    if (gap.length === 0) this.#gaps.splice(index, 1);
    this.blockCount++;
    return offset;
  }

  free(offset: number, length: number): void {
    const taken = align(length);
    const found = this.#gaps.findIndex((gap) => gap.offset > offset);
    const index = found < 0 ? this.#gaps.length : found;
    this.#gaps.splice(index, 0, { offset, length: taken });
    this.#join(index);
    this.#join(index - 1);
    this.blockCount--;
  }

  /** Joins the gap with the one after it when they touch. */
  #join(index: number): void {
    const gap = this.#gaps[index];
    const next = this.#gaps[index + 1];
    if (gap === undefined || next === undefined) return;
    assert(gap.offset + gap.length <= next.offset, 'a block of an arena is freed twice');
    if (gap.offset + gap.length < next.offset) return;
    gap.length += next.length;
    this.#gaps.splice(index + 1, 1);
  }
}

export interface ArenaPoolOptions {
  /** Told of each change of the bytes in use; throws to refuse more (a circuit breaker). */
  readonly account?: ((deltaBytes: number) => void) | undefined;
}

/** The arenas of one shard: blocks are taken and given back in one thread. When the pool is gone, so are its arenas. */
export class ArenaPool {
  readonly #account: (deltaBytes: number) => void;
  readonly #arenas = new Map<number, Arena>();
  #nextId = 1;
  #usedBytes = 0;

  constructor({ account = () => undefined }: ArenaPoolOptions = {}) {
    this.#account = account;
  }

  /** Bytes of all blocks that were not given back. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  get arenaCount(): number {
    return this.#arenas.size;
  }

  /**
   * `near`: a block whose arena is tried first. Zeros, unless the space was used before: write all of it. `RangeError` when the machine has
   * no address space left.
   */
  allocate(length: number, near?: ArenaBlock): ArenaBlock {
    this.#account(length);
    const block = this.#allocateNear(length, near) ?? this.#allocateAnywhere(length);
    this.#usedBytes += length;
    return block;
  }

  free(block: ArenaBlock): void {
    const arena = this.#arenas.get(block.arena);
    assert(arena !== undefined, `arena [${block.arena}] is gone`);
    arena.free(block.offset, block.length);
    this.#usedBytes -= block.length;
    this.#account(-block.length);
    if (arena.blockCount === 0) this.#arenas.delete(arena.id);
  }

  #allocateNear(length: number, near: ArenaBlock | undefined): ArenaBlock | undefined {
    const arena = near && this.#arenas.get(near.arena);
    return arena && blockIn(arena, length);
  }

  #allocateAnywhere(length: number): ArenaBlock {
    if (length < OWN_ARENA_BYTES) {
      for (const arena of this.#arenas.values()) {
        const block = blockIn(arena, length);
        if (block !== undefined) return block;
      }
    }
    const wanted = RESERVED_BYTES + GUARD_BYTES + align(length) * (1 + SLACK);
    const own = Math.max(RESERVED_BYTES * 2, Math.min(wanted, MAX_ARENA_BYTES));
    const arena = new Arena(this.#nextId++, length < OWN_ARENA_BYTES ? ARENA_BYTES : own);
    this.#arenas.set(arena.id, arena);
    const block = blockIn(arena, length);
    assert(block !== undefined, `a block of ${length} bytes is more than an arena can hold`);
    return block;
  }
}

function blockIn(arena: Arena, length: number): ArenaBlock | undefined {
  const offset = arena.allocate(length);
  return offset < 0 ? undefined : { arena: arena.id, memory: arena.memory, offset, length };
}

function align(length: number): number {
  return Math.max(ALIGNMENT, Math.ceil(length / ALIGNMENT) * ALIGNMENT);
}
