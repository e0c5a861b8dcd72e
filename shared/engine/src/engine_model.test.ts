/**
 * The engine against a model that keeps every operation in a list: any interleaving of writes,
 * syncs, refreshes, flushes, merges and crashes, while another thread writes full buffers. After a
 * crash the engine holds exactly a prefix of the history that contains every synced operation.
 */
import {
  type CrashEntries,
  type FlushJob,
  Kernels,
  type MergeJob,
  memoryOf,
  runFlush,
  runMerge,
} from '@skein/search_library';
import fc from 'fast-check';
import type { Engine } from './engine.js';
import {
  crash,
  deleteOf,
  indexOf,
  newDisk,
  openEngine,
  read,
  readRefreshed,
  stillClock,
} from './testing/test_engine.js';

const IDS = ['a', 'b', 'c', 'd'] as const;

type Step =
  | { readonly do: 'index'; readonly id: string; readonly text: string }
  | { readonly do: 'delete'; readonly id: string }
  | { readonly do: 'sync' | 'refresh' | 'flush' | 'merge' | 'reopen' | 'land' }
  | {
      readonly do: 'crash';
      readonly damage: 'drop' | 'tear' | 'keep';
      /**
       * The directory entries that survive a crash; a number's bits say which changes of names do.
       */
      readonly entries: 'durable' | 'latest' | number;
    };

const id = fc.constantFrom(...IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('index' as const),
      id,
      text: fc.string({ maxLength: 6 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), id }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('sync', 'refresh', 'flush', 'merge', 'land'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      damage: fc.constantFrom('drop' as const, 'tear' as const, 'keep' as const),
      entries: fc.oneof(fc.constantFrom('durable' as const, 'latest' as const), fc.nat()),
    }),
  },
);

const entriesOf = (entries: 'durable' | 'latest' | number): CrashEntries =>
  typeof entries === 'number' ? (change) => ((entries >> (change % 31)) & 1) === 1 : entries;

interface Write {
  readonly id: string;
  /** The document's text; `undefined`: deleted. */
  readonly shown: string | undefined;
  readonly version: number;
}

class Model {
  history: Write[] = [];
  synced = 0;
  /** Number of operations in the newest commit. */
  committed = 0;
  /**
   * Deletes before this number left no tombstone: the engine was opened from a commit that had
   * them.
   */
  forgotten = 0;

  state(count = this.history.length): Map<string, string | undefined> {
    return new Map(this.history.slice(0, count).map(({ id, shown }) => [id, shown]));
  }

  version(id: string): number {
    const at = this.history.findLastIndex((write) => write.id === id);
    const write = this.history[at];
    if (write === undefined || (write.shown === undefined && at < this.forgotten)) return 0;
    return write.version;
  }
}

/** The index buffer is full with three documents or so. */
const BUFFER_BYTES = 25_000;

class Run {
  disk = newDisk();
  readonly model = new Model();
  /** Runs the flush that was given to another thread. */
  #land = () => {};
  engine: Engine = this.#openEngine(true);
  /** A merge that one step starts and the next of its kind runs and finishes. */
  #job: MergeJob | undefined;

  #merge(): void {
    const { merges } = this.engine;
    if (this.#job === undefined) {
      this.#job = merges.startForced(merges.forced(1, false));
      return;
    }
    runMerge(this.#job, this.disk.index, stillClock());
    merges.finish(this.#job, 0);
    this.#job = undefined;
  }

  take(step: Step): void {
    const { model, engine } = this;
    switch (step.do) {
      case 'index': {
        const version = model.version(step.id) + 1;
        const seqNo = model.history.length;
        const text = `t${step.text}`;
        expect(engine.index(indexOf(step.id, text))).toMatchObject({ version, seqNo });
        model.history.push({ id: step.id, shown: `${text}@${version}#${seqNo}`, version });
        return;
      }
      case 'delete': {
        const version = model.version(step.id) + 1;
        expect(engine.delete(deleteOf(step.id))).toMatchObject({ version });
        model.history.push({ id: step.id, shown: undefined, version });
        return;
      }
      case 'sync':
        engine.sync();
        model.synced = model.history.length;
        return;
      case 'refresh':
        engine.refresh();
        return;
      case 'flush':
        engine.flush({ force: false, periodic: false });
        model.synced = model.history.length;
        model.committed = model.history.length;
        return;
      case 'merge':
        this.#merge();
        return;
      case 'land':
        this.#land();
        return;
      case 'reopen':
        this.#job = undefined;
        engine.close();
        model.synced = model.history.length;
        model.committed = model.history.length;
        this.#open();
        return;
      case 'crash':
        this.#job = undefined;
        this.#land = () => {};
        this.disk = crash(this.disk, step.damage, entriesOf(step.entries));
        this.#open();
        return;
    }
  }

  check(): void {
    const state = this.model.state();
    for (const id of IDS) expect(read(this.engine, id)).toBe(state.get(id));
  }

  #openEngine(create: boolean): Engine {
    const { index } = this.disk;
    const flushElsewhere = (job: FlushJob) => {
      const own = structuredClone(job, { transfer: memoryOf(job) });
      const run = { isOver: false, wait: () => this.#land() };
      this.#land = () => {
        if (!run.isOver) runFlush(own, index, new Kernels());
        run.isOver = true;
      };
      return run;
    };
    return openEngine(this.disk, { create, bufferBytes: BUFFER_BYTES, flushElsewhere });
  }

  /** Tombstones do not survive: versions of a deleted document start anew. */
  #open(): void {
    this.engine = this.#openEngine(false);
    const { maxSeqNo } = this.engine.sequenceStats();
    expect(maxSeqNo + 1).toBeGreaterThanOrEqual(this.model.synced);
    expect(maxSeqNo + 1).toBeLessThanOrEqual(this.model.history.length);
    const kept = this.model.history.slice(0, maxSeqNo + 1);
    const state = this.model.state(maxSeqNo + 1);
    this.model.history = kept;
    this.model.forgotten = this.model.committed;
    this.model.synced = kept.length;
    for (const id of IDS) expect(readRefreshed(this.engine, id)).toBe(state.get(id));
  }
}

it('holds every synced operation after any crash', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const run = new Run();
      for (const each of steps) {
        run.take(each);
        run.check();
      }
    }),
    { numRuns: 150 },
  );
});
