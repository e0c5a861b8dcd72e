/**
 * A process that may end at any moment: its pending calls still reach the store, but nobody
 * receives their answers.
 */
import {
  type Admit,
  type BlobEntry,
  type BlobSource,
  type BlobStore,
  StoreFault,
} from '@skein/snapshots';
import type { World } from './world.js';

export class Process {
  isAlive = true;
  /** The longest delay of each of its calls before it is sent. */
  lagMs = 0;

  /** Settles as the answer does if the process is still alive then; otherwise never. */
  hear<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => {
          if (this.isAlive) resolve(value);
        },
        (error: unknown) => {
          if (this.isAlive) reject(error);
        },
      );
    });
  }
}

const NEVER = new Promise<never>(() => {});

export class ProcessStore implements BlobStore {
  readonly isReadOnly = false;
  readonly #world: World;
  readonly #process: Process;

  constructor(world: World, process: Process) {
    this.#world = world;
    this.#process = process;
  }

  read(name: string, maxBytes: number) {
    return this.#call(() => this.#world.store.read(name, maxBytes));
  }

  readInto(name: string, offset: number, target: Uint8Array) {
    return this.#call(() => this.#world.store.readInto(name, offset, target));
  }

  write(name: string, source: BlobSource, admit: Admit): Promise<void> {
    return this.#change(() => this.#world.store.write(name, source, admit));
  }

  writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#change(() => this.#world.store.writeNew(name, bytes));
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const entries = await this.#call(() => entriesOf(this.#world.store.list(prefix)));
    yield* entries;
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#change(() => this.#world.store.remove(names));
  }

  close(): void {}

  #call<T>(call: () => Promise<T>): Promise<T> {
    const { isAlive, lagMs } = this.#process;
    if (!isAlive) return NEVER;
    if (lagMs === 0 || this.#world.isHealed) return this.#process.hear(call());
    const pause = this.#world.pause(this.#world.random.between(0, lagMs));
    return this.#process.hear(pause.then(() => (this.#process.isAlive ? call() : NEVER)));
  }

  /** A change whose caller may give up before it takes effect. */
  #change<T>(call: () => Promise<T>): Promise<T> {
    const { swarm } = this.#world;
    if (!this.#process.isAlive || !this.#world.chance(swarm.lateChance)) return this.#call(call);
    const late = new Promise<T>((_, reject) => {
      const begin = () => void call().catch(reject);
      this.#world.after(this.#world.random.between(0, swarm.slowCallMs), begin);
      this.#world.after(swarm.callMs, () => reject(new StoreFault('no answer in time')));
    });
    return this.#process.hear(late);
  }
}

async function entriesOf(listing: AsyncIterable<BlobEntry>): Promise<BlobEntry[]> {
  const entries: BlobEntry[] = [];
  for await (const entry of listing) entries.push(entry);
  return entries;
}
