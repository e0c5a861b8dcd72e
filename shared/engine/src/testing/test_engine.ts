/**
 * An engine in memory for tests: documents are indexed by a single stored form, and the disk can
 * crash.
 */
import { type Clock, type Random, silentLog } from '@skein/base';
import {
  type CrashDamage,
  type CrashEntries,
  MemoryDirectory,
  runMerge,
} from '@skein/search_library';
import { Engine } from '../engine.js';
import type { EngineOptions } from '../engine_options.js';
import { engineSettings } from '../engine_settings.js';
import { type IndexOperation, type PreparedDocument, UNCONDITIONAL_INDEX } from '../operations.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface TestDisk {
  readonly index: MemoryDirectory;
  readonly translog: MemoryDirectory;
}

export function newDisk(): TestDisk {
  return { index: new MemoryDirectory(), translog: new MemoryDirectory() };
}

export function crash(
  { index, translog }: TestDisk,
  damage: CrashDamage,
  entries: CrashEntries,
): TestDisk {
  return {
    index: index.afterCrash(damage, entries),
    translog: translog.afterCrash(damage, entries),
  };
}

export interface TestEngineOptions extends Partial<Omit<EngineOptions, 'create' | 'settings'>> {
  readonly create: boolean;
  readonly settings?: ReadonlyMap<string, string>;
}

export function openEngine(
  disk: TestDisk,
  { settings = new Map(), ...options }: TestEngineOptions,
): Engine {
  return Engine.open({
    shard: { index: 'test', indexUuid: 'test-uuid', shardId: 0 },
    indexDirectory: disk.index,
    translogDirectory: disk.translog,
    primaryTerm: 1,
    settings: engineSettings(settings),
    clock: stillClock(),
    random: countingRandom(),
    log: silentLog,
    prepare,
    onSnapshot: () => {},
    ...options,
  });
}

/** A clock that stands still until it is moved. */
export function stillClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

function countingRandom(): Random {
  let count = 0;
  return {
    bytes: (size) => new Uint8Array(size).fill(++count),
    next: () => 0.5,
  };
}

/** A term that the index refuses as too long. */
export const IMMENSE_TERM = 'x'.repeat(40_000);

export function prepare(
  source: Uint8Array,
  { id, routing }: { readonly id: string; readonly routing: string | undefined },
): PreparedDocument {
  const spec = {
    name: 'body',
    postings: 'docs',
    norms: false,
    column: 'none',
    points: false,
  } as const;
  return {
    fields: [{ kind: 'term', spec, value: source }],
    stored: { id, routing, source, fields: undefined },
  };
}

export function indexOf(
  id: string,
  text: string,
  more: Partial<IndexOperation> = {},
): IndexOperation {
  const source = encoder.encode(text);
  const routing = more.routing;
  return {
    ...UNCONDITIONAL_INDEX,
    id,
    routing,
    source,
    document: prepare(source, { id, routing }),
    ...more,
  };
}

export function deleteOf(id: string, more: Partial<IndexOperation> = {}) {
  return { ...indexOf(id, '', more) };
}

/** The result of a real-time get: text and version, or nothing. */
export function read(engine: Engine, id: string): string | undefined {
  const found = engine.get(id, { realtime: true, needFields: false });
  return found && `${decoder.decode(found.source)}@${found.version}#${found.seqNo}`;
}

export function readRefreshed(engine: Engine, id: string): string | undefined {
  const found = engine.get(id, { realtime: false, needFields: false });
  return found && `${decoder.decode(found.source)}@${found.version}#${found.seqNo}`;
}

/** Merges all segments into one. */
export function mergeAll(engine: Engine, { index }: TestDisk): void {
  const { merges } = engine;
  const forced = merges.forced(1, false);
  for (;;) {
    const job = merges.startForced(forced);
    if (job === undefined) return;
    runMerge(job, index, stillClock());
    merges.finish(job, 0);
  }
}
