/** Randomness of the operating system, through a pool: one system call serves many identifiers. */
import { randomFillSync } from 'node:crypto';
import type { Random } from '@skein/base';

const POOL_BYTES = 4096;

class RandomPool implements Random {
  readonly #pool = new Uint8Array(POOL_BYTES);
  #used = POOL_BYTES;

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count));
    if (this.#used + count > POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += count;
    return this.#pool.slice(start, this.#used);
  }

  next(): number {
    const bytes = this.bytes(7);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return (view.getUint32(0) * 2 ** 21 + (view.getUint32(3) & 0x1fffff)) / 2 ** 53;
  }
}

export const systemRandom: Random = new RandomPool();
