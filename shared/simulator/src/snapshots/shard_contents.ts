/**
 * The content of shards: names of files and seeds of their bytes, which change between snapshots.
 */
import { admitAll, type FileSink, type ShardFiles, sourceOf } from '@skein/snapshots';
import type { SeededRandom } from '../seeded_random.js';

/** The seed of each file's bytes, by name. */
export type Contents = Readonly<Record<string, number>>;

const NAMES = ['segments_1', '_0.dat', '_1.dat', '_2.dat'];
const SEEDS = 24;
const BYTES = Array.from({ length: SEEDS }, (_, seed) => bytesOf(seed));

/** A third of the files is stored inline, another third is longer than a part. */
function bytesOf(seed: number): Uint8Array {
  const length = (seed % 3) * 4_150 + seed;
  return new Uint8Array(length).fill(seed + 1);
}

export function newContents(random: SeededRandom): Contents {
  return Object.fromEntries(random.some(NAMES, 0.6).map((name) => [name, random.below(SEEDS)]));
}

/** Adds, removes or changes a file. */
export function changedContents(contents: Contents, random: SeededRandom): Contents {
  const name = random.pick(NAMES);
  const { [name]: before, ...others } = contents;
  if (before !== undefined && random.chance(0.4)) return others;
  return { ...others, [name]: random.below(SEEDS) };
}

export function filesOf(contents: Contents): ShardFiles {
  const files = Object.entries(contents).map(([name, seed]) => ({
    name,
    source: sourceOf(BYTES[seed] ?? new Uint8Array()),
  }));
  return { files };
}

/** Keeps only files that were finished. */
export class ContentsSink implements FileSink {
  readonly #open = new Map<string, Uint8Array>();
  readonly #finished = new Map<string, Uint8Array>();

  async begin(files: readonly { readonly name: string; readonly lengthBytes: number }[]) {
    for (const { name, lengthBytes } of files) this.#open.set(name, new Uint8Array(lengthBytes));
  }

  async write(name: string, offset: number, bytes: Uint8Array) {
    this.#open.get(name)?.set(bytes, offset);
  }

  async finish(name: string) {
    const bytes = this.#open.get(name);
    if (bytes !== undefined) this.#finished.set(name, bytes);
  }

  /** True when exactly these files were restored. */
  holds(contents: Contents): boolean {
    const wanted = Object.entries(contents);
    if (wanted.length !== this.#finished.size) return false;
    return wanted.every(([name, seed]) => isSame(this.#finished.get(name), BYTES[seed]));
  }

  names(): string {
    return [...this.#finished].map(([name, bytes]) => `${name}=${(bytes[0] ?? 0) - 1}`).join(' ');
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Copies files without a rate limit, and reports no progress. */
export const UNPACED = {
  admit: admitAll,
  progress: { planned: () => {}, filesDone: () => {} },
};
