/**
 * A following copy ends in the same state as its primary, for any order, repetition and grouping of
 * the operations. A copy driven through terms, rollbacks, promotions and crashes holds what a list
 * of operations predicts.
 */
import fc from 'fast-check';
import type { Engine } from './engine.js';
import {
  crash,
  deleteOf,
  indexOf,
  mergeAll,
  newDisk,
  openEngine,
  read,
} from './testing/test_engine.js';
import { FrameBuffer } from './translog/frame_buffer.js';
import { readFrames, splitFrames } from './translog/frames.js';
import type { TranslogOperation } from './translog/operation_codec.js';

const IDS = ['a', 'b', 'c'] as const;
const encoder = new TextEncoder();

function joined(frames: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(frames.flatMap((frame) => [...frame]));
}

function shown(engine: Engine): (string | undefined)[] {
  return IDS.map((id) => read(engine, id));
}

it('a copy that fills a gap of its log keeps what all copies have, when it is reset before a sync', () => {
  const primary = openEngine(newDisk(), { create: true });
  const start = primary.replica.logEnd;
  for (let at = 0; at < 5; at++) primary.index(indexOf(IDS[at % 3] ?? 'a', `t${at}`));
  const frames = [...splitFrames(primary.replica.framesSince(start))];
  const of = (...seqNos: number[]) => joined(seqNos.map((at) => frames[at] ?? new Uint8Array(0)));
  const disk = newDisk();
  const copy = openEngine(disk, { create: true });
  copy.replica.notAlone();
  copy.replica.append(of(0, 1, 3));
  copy.replica.sync(3);
  copy.replica.append(of(2, 4));
  copy.replica.resetToSafe(2);
  expect(copy.replica.status).toMatchObject({ term: 2, maxSeqNo: 3, localCheckpoint: 3 });
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(again.replica.status).toMatchObject({ term: 2, maxSeqNo: 3, localCheckpoint: 3 });
  expect(shown(again)).toEqual(shown(copy));
  expect(read(copy, 'c')).toContain('t2');
});

describe('operations of a primary', () => {
  const write = fc.record({
    id: fc.constantFrom(...IDS),
    isDelete: fc.boolean(),
    text: fc.nat(99),
  });
  const pause = fc.constantFrom('none', 'refresh', 'flush', 'sync', 'reopen', 'crash');

  it('leave a replica as the primary is, in any order, repeated, in any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(write, { minLength: 1, maxLength: 25 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(4), pause), { maxLength: 20 }),
        (writes, order) => {
          const primary = openEngine(newDisk(), { create: true });
          const start = primary.replica.logEnd;
          for (const { id, isDelete, text } of writes) {
            if (isDelete) primary.delete(deleteOf(id));
            else primary.index(indexOf(id, `t${text}`));
          }
          const frames = [...splitFrames(primary.replica.framesSince(start))];
          const replica = follow(frames, order);
          replica.replica.append(joined(frames));
          expect(shown(replica)).toEqual(shown(primary));
          replica.refresh();
          expect(shown(replica)).toEqual(shown(primary));
          const { maxSeqNo, localCheckpoint } = primary.sequenceStats();
          expect(replica.sequenceStats()).toMatchObject({ maxSeqNo, localCheckpoint });
        },
      ),
      { numRuns: 300 },
    );
  });

  function follow(
    frames: readonly Uint8Array[],
    order: readonly (readonly [number, number, string])[],
  ): Engine {
    let disk = newDisk();
    let engine = openEngine(disk, { create: true });
    engine.replica.notAlone();
    for (const [at, count, then] of order) {
      const from = at % frames.length;
      engine.replica.append(joined(frames.slice(from, from + count).toReversed()));
      if (then === 'refresh') engine.refresh();
      if (then === 'flush') engine.flush({ force: true, periodic: false });
      if (then === 'sync') engine.replica.sync(-1);
      if (then === 'reopen') engine.close();
      if (then === 'crash') disk = crash(disk, 'drop', 'durable');
      if (then === 'reopen' || then === 'crash') {
        engine = openEngine(disk, { create: false });
        engine.replica.notAlone();
      }
    }
    return engine;
  }
});

/** Compares operations; a no-op's reason may differ between copies. */
function expectSame(found: TranslogOperation | undefined, wanted: TranslogOperation): void {
  if (wanted.kind === 'noop') expect(found?.kind).toBe('noop');
  else expect(found).toEqual(wanted);
}

interface Held {
  readonly operation: TranslogOperation;
  readonly frame: Uint8Array;
}

/** The expected contents of the copy, as lists of operations. */
class Model {
  term = 1;
  globalCheckpoint = -1;
  /**
   * The lowest number to trim: a new primary has everything up to the point this copy rolled back
   * to.
   */
  trimsFrom = Number.POSITIVE_INFINITY;
  applied = new Map<number, Held>();
  pending = new Map<number, Held>();

  get localCheckpoint(): number {
    let checkpoint = -1;
    while (this.applied.has(checkpoint + 1)) checkpoint++;
    return checkpoint;
  }

  /** The highest number given out; after a trim it is only known that none above it counts. */
  #given = -1;

  get maxSeqNo(): number {
    const held = Math.max(-1, ...this.applied.keys(), ...this.pending.keys());
    return Math.max(held, this.#given);
  }

  apply(held: Held): void {
    const { seqNo } = held.operation;
    this.pending.delete(seqNo);
    if (!this.applied.has(seqNo)) this.applied.set(seqNo, held);
  }

  rollBack(above: number, keepPending: boolean): void {
    for (const [seqNo, held] of [...this.applied]) {
      if (seqNo <= above) continue;
      this.applied.delete(seqNo);
      if (keepPending) this.pending.set(seqNo, held);
    }
    if (!keepPending) this.trim(above);
  }

  trim(above: number): void {
    this.#given = Math.min(this.maxSeqNo, above);
    for (const seqNo of [...this.pending.keys()]) if (seqNo > above) this.pending.delete(seqNo);
  }

  /**
   * Applies pending operations, since a crash forgets the distinction: the log has both kinds, and
   * for equal numbers the newer one wins.
   */
  reopened(): void {
    for (const held of this.pending.values()) this.apply(held);
    this.pending.clear();
    this.#given = -1;
    this.trimsFrom = Number.POSITIVE_INFINITY;
  }

  shown(): (string | undefined)[] {
    return IDS.map((id) => {
      const all = [...this.applied.values()].map(({ operation }) => operation);
      const own = all.filter((each) => each.kind !== 'noop' && each.id === id);
      const newest = own.sort((a, b) => b.seqNo - a.seqNo)[0];
      if (newest?.kind !== 'index') return undefined;
      return `${new TextDecoder().decode(newest.source)}@${newest.version}#${newest.seqNo}`;
    });
  }
}

type Step =
  | { readonly do: 'append'; readonly offsets: readonly number[]; readonly kind: number }
  | { readonly do: 'rollBack'; readonly down: number }
  | { readonly do: 'trim'; readonly down: number }
  | { readonly do: 'retain'; readonly down: number }
  | { readonly do: 'settle'; readonly kind: number }
  | {
      readonly do:
        | 'promote'
        | 'reset'
        | 'sync'
        | 'flush'
        | 'merge'
        | 'refresh'
        | 'reopen'
        | 'crash';
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      offsets: fc.uniqueArray(fc.nat(4), { maxLength: 4 }),
      kind: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('rollBack', 'trim'), down: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('retain' as const), down: fc.nat(6) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), kind: fc.nat() }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'promote',
        'reset',
        'sync',
        'flush',
        'flush',
        'merge',
        'merge',
        'refresh',
        'reopen',
        'crash',
      ),
    }),
  },
) as fc.Arbitrary<Step>;

/** The steps after which the history is checked. */
const TELLS_HISTORY: ReadonlySet<string> = new Set(['merge', 'promote', 'reset', 'reopen']);

class Run {
  disk = newDisk();
  engine = openEngine(this.disk, { create: true });
  readonly model = new Model();
  #made = 0;

  constructor() {
    this.engine.replica.notAlone();
  }

  take(step: Step): void {
    const { model, engine } = this;
    const { replica } = engine;
    switch (step.do) {
      case 'append':
        this.#append(step.offsets, step.kind);
        return;
      case 'rollBack': {
        const above = Math.max(model.globalCheckpoint, model.localCheckpoint - step.down);
        model.term++;
        model.rollBack(above, true);
        model.trimsFrom = above;
        replica.rollBack(model.term, above);
        return;
      }
      case 'trim': {
        if (model.trimsFrom === Number.POSITIVE_INFINITY) return;
        // A new primary has what all copies have, so it trims nothing of that.
        const lowest = Math.max(model.trimsFrom, model.globalCheckpoint);
        const above = Math.max(lowest, model.maxSeqNo - step.down);
        model.trim(above);
        replica.trim(above);
        return;
      }
      case 'promote':
        this.#promote();
        return;
      case 'reset':
        model.term++;
        replica.resetToSafe(model.term);
        model.rollBack(Math.min(model.globalCheckpoint, model.localCheckpoint), false);
        return;
      case 'sync':
        this.#sync();
        return;
      case 'flush':
        engine.flush({ force: true, periodic: false });
        return;
      case 'refresh':
        engine.refresh();
        return;
      case 'merge':
        mergeAll(engine, this.disk);
        return;
      /** All copies have the operations of the commit, so their log is removed. */
      case 'settle':
        this.#append([0, 1, 2, 3], step.kind);
        engine.flush({ force: true, periodic: false });
        this.#append([0, 1], step.kind + 1);
        this.#sync();
        return;
      case 'retain':
        replica.retainFrom(Math.max(0, model.globalCheckpoint + 1 - step.down));
        return;
      case 'reopen':
        engine.close();
        this.#open();
        return;
      default:
        this.#sync();
        this.disk = crash(this.disk, 'drop', 'durable');
        this.#open();
    }
  }

  check(): void {
    const { maxSeqNo, localCheckpoint, term, globalCheckpoint } = this.model;
    expect(shown(this.engine)).toEqual(this.model.shown());
    const { sequence, status } = {
      sequence: this.engine.sequenceStats(),
      status: this.engine.replica.status,
    };
    expect(sequence).toEqual({ maxSeqNo, localCheckpoint, globalCheckpoint });
    expect(status).toMatchObject({ maxSeqNo, term, globalCheckpoint });
    expect(status.localCheckpoint).toBeLessThanOrEqual(localCheckpoint);
  }

  /** Checks the history: every retained operation, once, as it arrived. */
  history(): void {
    const { replica } = this.engine;
    const reader = replica.readHistory(replica.historyFrom);
    const found = new Map<number, TranslogOperation>();
    while (reader?.isDone === false) {
      for (const { operation } of readFrames(reader.next(2, 1000))) {
        expect(found.has(operation.seqNo)).toBe(false);
        found.set(operation.seqNo, operation);
      }
    }
    expect(reader).toBeDefined();
    const kept = [...this.model.applied.values()].filter(({ operation }) =>
      replica.hasHistoryFrom(operation.seqNo),
    );
    for (const { operation } of kept) expectSame(found.get(operation.seqNo), operation);
  }

  #append(offsets: readonly number[], kind: number): void {
    const first = this.model.localCheckpoint + 1;
    const frames = offsets.map((offset) => {
      const held = this.#operation(first + offset, kind);
      this.model.apply(held);
      return held.frame;
    });
    this.engine.replica.append(joined(frames));
  }

  #operation(seqNo: number, kind: number): Held {
    const id = IDS[(seqNo + kind) % IDS.length] ?? 'a';
    const common = { seqNo, primaryTerm: this.model.term };
    const text = `v${this.#made++}`;
    const operation: TranslogOperation =
      kind % 5 === 0
        ? { ...common, kind: 'delete', version: seqNo + 1, id }
        : {
            ...common,
            kind: 'index',
            version: seqNo + 1,
            id,
            routing: undefined,
            source: encoder.encode(text),
          };
    const frames = new FrameBuffer();
    frames.append(operation);
    return { operation, frame: frames.view().slice() };
  }

  #promote(): void {
    const { model } = this;
    model.term++;
    const { maxSeqNo } = model;
    model.reopened();
    for (let seqNo = 0; seqNo <= maxSeqNo; seqNo++) {
      const noop = { kind: 'noop', seqNo, primaryTerm: model.term, reason: '' } as const;
      model.apply({ operation: noop, frame: new Uint8Array(0) });
    }
    this.engine.replica.promote(model.term);
  }

  /** Syncs a checkpoint that this copy can know: at most that of its own operations. */
  #sync(): void {
    const { model } = this;
    model.globalCheckpoint = Math.max(model.globalCheckpoint, model.localCheckpoint - 1);
    this.engine.replica.sync(model.globalCheckpoint);
  }

  #open(): void {
    this.engine = openEngine(this.disk, { create: false });
    this.engine.replica.notAlone();
    this.model.reopened();
  }
}

/** Steps after which random runs found a difference. */
const FOUND: readonly Step[][] = [
  [
    { do: 'rollBack', down: 0 },
    { do: 'settle', kind: 0 },
    { do: 'reset' },
    { do: 'trim', down: 1 },
    { do: 'promote' },
  ],
];

it('a copy goes through terms and crashes as a list of operations does', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30, size: 'large' }), (steps) => {
      const run = new Run();
      for (const each of steps) {
        run.take(each);
        run.check();
        if (TELLS_HISTORY.has(each.do)) run.history();
      }
    }),
    { numRuns: 80 + FOUND.length, examples: FOUND.map((steps): [Step[]] => [steps]) },
  );
});
