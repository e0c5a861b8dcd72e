/**
 * A real engine on a disk in memory that loses power. Each operation of the machine is one
 * document, whose id is the operation's body: the engine's index and log show which operations
 * exist.
 */
import { assert, silentLog } from '@skein/base';
import { crc32 } from '@skein/bytes';
import type { CopyOptions, Operation, StoreAction, StoreResult, StoreStatus } from '@skein/cluster';
import {
  type CommitFile,
  Engine,
  encodeFrames,
  engineSettings,
  type HistoryReader,
  readFrames,
  type StagedFiles,
  type TranslogOperation,
  UNCONDITIONAL_INDEX,
} from '@skein/engine';
import {
  type CrashDamage,
  type CrashEntries,
  letGoOfParts,
  MemoryDirectory,
  openSegments,
  PRIMARY_TERM_FIELD,
  type ReaderSnapshot,
  SEQ_NO_FIELD,
} from '@skein/search_library';
import type { SeededRandom } from '../seeded_random.js';
import type { SimulatedDisk } from './simulated_disk.js';
import { ModelCommit, StoreContent } from './store_content.js';

const DAMAGES: readonly CrashDamage[] = ['drop', 'tear', 'scatter', 'keep'];
const STANDING_CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };
const encoder = new TextEncoder();

interface Disk {
  readonly index: MemoryDirectory;
  readonly translog: MemoryDirectory;
}

/** The place of a read of several batches: the machine returns it with each batch it wants. */
class ReadAt {
  readonly reader: HistoryReader;

  constructor(reader: HistoryReader) {
    this.reader = reader;
  }
}

type CopiedFiles = readonly { readonly file: CommitFile; readonly bytes: Uint8Array }[];

/** A commit as the machine passes it on, unread. */
class CopiedCommit {
  readonly files: CopiedFiles;

  constructor(files: CopiedFiles) {
    this.files = files;
  }
}

/** Actions that change nothing on the disk. */
const READS: ReadonlySet<StoreAction['kind']> = new Set(['read', 'read_commit', 'let_go']);

export class EngineStore implements SimulatedDisk {
  allocationId: string | undefined;
  readonly #batchSize: number;
  /** True when replicas copy segments. */
  readonly #segments: boolean;
  /** True when the copy on this disk follows a primary; used when it is opened again. */
  #follows = false;
  #disk: Disk = newDisk();
  #engine: Engine | undefined;
  #current: StoreContent | undefined;
  #durable: StoreContent | undefined;

  constructor({ batchSize, segments = false }: CopyOptions) {
    this.#batchSize = batchSize;
    this.#segments = segments;
  }

  get status(): StoreStatus {
    assert(this.#engine !== undefined, 'a copy has an engine');
    return this.#engine.replica.status;
  }

  get current(): StoreContent {
    this.#current ??=
      this.#engine === undefined ? new StoreContent() : contentOf(this.#engine, this.#disk);
    return this.#current;
  }

  get durable(): StoreContent {
    if (this.#durable !== undefined) return this.#durable;
    const disk = afterCrash(this.#disk, 'drop', 'durable');
    this.#durable = isEmpty(disk) ? new StoreContent() : contentOn(disk, this.#follows);
    return this.#durable;
  }

  assign(allocationId: string, empty: boolean): void {
    this.#engine?.close();
    if (empty) this.#disk = newDisk();
    this.#follows = this.#segments && !empty;
    this.allocationId = allocationId;
    this.#open();
  }

  crash(random: SeededRandom): void {
    const some = random.below(2 ** 31);
    const entries = random.pick<CrashEntries>([
      'durable',
      'latest',
      (change) => ((some >> (change % 31)) & 1) === 1,
    ]);
    const disk = afterCrash(this.#disk, random.pick(DAMAGES), entries);
    this.#engine?.close();
    this.#disk = disk;
    this.#open();
  }

  flush(): void {
    this.#engine?.flush({ force: true, periodic: false });
    this.#changed();
  }

  perform(action: StoreAction): StoreResult {
    const engine = this.#engine;
    assert(engine !== undefined, 'a copy has an engine');
    const result = this.#perform(engine, action);
    if (!READS.has(action.kind)) this.#changed();
    return { operations: [], ...result, status: engine.replica.status };
  }

  #perform(engine: Engine, action: StoreAction): Partial<StoreResult> {
    const { replica } = engine;
    switch (action.kind) {
      case 'execute':
        return { operations: action.bodies.map((body) => execute(engine, Number(body))) };
      case 'sync':
        replica.sync(action.globalCheckpoint);
        return {};
      case 'append':
        replica.append(encodeFrames(action.operations.map(toLog)));
        replica.sync(action.globalCheckpoint);
        return {};
      case 'rollback':
        replica.rollBack(action.term, action.aboveSeqNo);
        return {};
      case 'promote':
        replica.promote(action.term);
        this.#follows = false;
        return {};
      case 'trim':
        replica.trim(action.aboveSeqNo);
        return {};
      case 'read':
        return this.#read(engine, action.fromSeqNo, readAt(action.next));
      case 'read_commit':
        return { commit: copiedCommit(engine) };
      case 'let_go':
        readAt(action.next)?.reader.close();
        return {};
      case 'commit':
        return { committedSeqNo: replica.commit() };
      case 'install':
        return { isRefused: !install(engine, action) };
      case 'reset_to_safe':
        replica.resetToSafe(action.term);
        return {};
      default:
        replace(engine, action, filesOf(action.commit));
        return {};
    }
  }

  #read(engine: Engine, fromSeqNo: number, at: ReadAt | undefined): Partial<StoreResult> {
    const reader = at?.reader ?? engine.replica.readHistory(fromSeqNo);
    assert(
      reader !== undefined || !engine.replica.hasHistoryFrom(fromSeqNo),
      'history that is kept is all there',
    );
    if (reader === undefined) return { isGone: true };
    const frames = reader.next(this.#batchSize, Number.MAX_SAFE_INTEGER);
    const operations = [...readFrames(frames)].map(({ operation }) => fromLog(operation));
    return { operations, next: reader.isDone ? undefined : new ReadAt(reader) };
  }

  #open(): void {
    this.#engine = openEngine(this.#disk, { create: isEmpty(this.#disk), ...this.#kind });
    this.#engine.replica.notAlone();
    this.#changed();
  }

  get #kind(): EngineKind {
    return { segments: this.#segments, follows: this.#follows };
  }

  #changed(): void {
    letGoOfParts();
    this.#current = undefined;
    this.#durable = undefined;
  }
}

function newDisk(): Disk {
  return { index: new MemoryDirectory(), translog: new MemoryDirectory() };
}

function afterCrash({ index, translog }: Disk, damage: CrashDamage, entries: CrashEntries): Disk {
  return {
    index: index.afterCrash(damage, entries),
    translog: translog.afterCrash(damage, entries),
  };
}

/** True when there is no commit: nothing of the copy was ever reported to anybody. */
function isEmpty({ index }: Disk): boolean {
  return !index.list().some((name) => name.startsWith('segments_'));
}

let histories = 0;

interface EngineKind {
  /** True when replicas copy segments. */
  readonly segments: boolean;
  readonly follows: boolean;
}

function openEngine(
  { index, translog }: Disk,
  { create, segments, follows }: EngineKind & { readonly create: boolean },
): Engine {
  if (create) for (const directory of [index, translog]) empty(directory);
  let latest: ReaderSnapshot | undefined;
  const engine = Engine.open({
    shard: { index: 'simulated', indexUuid: 'simulated', shardId: 0 },
    indexDirectory: index,
    translogDirectory: translog,
    primaryTerm: 0,
    create,
    follows,
    settings: engineSettings(new Map(segments ? [['index.replication.type', 'SEGMENT']] : [])),
    clock: STANDING_CLOCK,
    // Randomness decides the names of segments, which have no visible effect.
    random: { next: () => (++histories * 0.618) % 1, bytes: (size) => uniqueBytes(size) },
    log: silentLog,
    prepare: (source, { id, routing }) => ({
      fields: [],
      stored: { id, routing, source, fields: undefined },
    }),
    onSnapshot: (snapshot) => {
      if (latest !== undefined) engine?.releaseSnapshot(latest.version);
      latest = snapshot;
    },
  });
  return engine;
}

function empty(directory: MemoryDirectory): void {
  for (const name of directory.list()) directory.remove(name);
}

function uniqueBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, ++histories);
  return bytes;
}

function execute(engine: Engine, body: number): Operation {
  const id = `b${body}`;
  const source = encoder.encode(`{"body":${body}}`);
  const { seqNo, primaryTerm } = engine.index({
    ...UNCONDITIONAL_INDEX,
    id,
    source,
    document: { fields: [], stored: { id, routing: undefined, source, fields: undefined } },
  });
  return { seqNo, term: primaryTerm, body };
}

function toLog({ seqNo, term: primaryTerm, body }: Operation): TranslogOperation {
  if (body === undefined) return { kind: 'noop', seqNo, primaryTerm, reason: '' };
  const source = encoder.encode(`{"body":${String(body)}}`);
  return {
    kind: 'index',
    seqNo,
    primaryTerm,
    version: 1,
    id: `b${body}`,
    routing: undefined,
    source,
  };
}

function fromLog(operation: TranslogOperation): Operation {
  const { seqNo, primaryTerm: term } = operation;
  return { seqNo, term, body: operation.kind === 'noop' ? undefined : bodyOf(operation.id) };
}

function bodyOf(id: string): number {
  return Number(id.slice(1));
}

function copiedCommit(engine: Engine): CopiedCommit {
  const held = engine.replica.readCommit();
  const files = held.files.map((file) => ({
    file,
    bytes: held.read(file.name, 0, file.lengthBytes),
  }));
  held.close();
  return new CopiedCommit(files);
}

function filesOf(commit: unknown): CopiedFiles {
  assert(commit instanceof CopiedCommit, 'a commit comes from another store of this kind');
  return commit.files;
}

function readAt(next: unknown): ReadAt | undefined {
  assert(next === undefined || next instanceof ReadAt, 'a read goes on where this store left it');
  return next;
}

function replace(
  { replica }: Engine,
  told: { readonly term: number; readonly globalCheckpoint: number },
  files: CopiedFiles,
): void {
  const staged = replica.stageFiles('recovery.');
  bring(staged, files);
  replica.replace(staged, told);
}

function install({ replica }: Engine, action: StoreAction & { readonly kind: 'install' }): boolean {
  const files = filesOf(action.commit);
  const staged = replica.stageFiles('segments.');
  const present = staged.find(files.map(({ file }) => file));
  bring(
    staged,
    files.filter(({ file }) => !present.has(file.name)),
  );
  const isInstalled = replica.install(staged, action);
  if (!isInstalled) staged.discard();
  return isInstalled;
}

function bring(staged: StagedFiles, files: CopiedFiles): void {
  for (const { file, bytes } of files) {
    const crc = crc32(bytes);
    staged.write(file, { offset: 0, bytes, crc });
    staged.finish(file, crc);
  }
}

/** The content of a disk that is itself a copy, so writes on closing the engine do not matter. */
function contentOn(disk: Disk, follows: boolean): StoreContent {
  const engine = openEngine(disk, { create: false, segments: follows, follows });
  const content = contentOf(engine, disk);
  engine.close();
  letGoOfParts();
  return content;
}

/** Combines index and log. A number below the checkpoint without a document is a no-op. */
function contentOf(engine: Engine, disk: Disk): StoreContent {
  const { replica } = engine;
  const { historyUuid, term, globalCheckpoint } = replica.status;
  const content = new StoreContent();
  Object.assign(content, { historyUuid, term, globalCheckpoint });
  engine.refresh();
  const inIndex = indexed(engine, disk);
  for (const operation of inIndex.values()) content.apply(operation);
  const { localCheckpoint } = engine.sequenceStats();
  const reader = replica.readHistory(replica.historyFrom);
  assert(reader !== undefined, 'history that is kept is all there');
  for (const { operation } of readFrames(reader.next(1_000_000, 2 ** 30))) {
    const logged = fromLog(operation);
    const isApplied = replica.follows
      ? logged.seqNo <= localCheckpoint
      : inIndex.has(logged.seqNo) || logged.body === undefined;
    if (isApplied) content.apply(logged);
    else content.pending.set(logged.seqNo, logged);
  }
  for (let seqNo = 0; seqNo <= localCheckpoint; seqNo++) {
    if (!content.applied.has(seqNo)) content.apply({ seqNo, term: 0, body: undefined });
  }
  if (replica.follows) {
    const last = Number(engine.commitData.max_seq_no);
    const operations = Array.from(
      { length: last + 1 },
      (_, seqNo) => inIndex.get(seqNo) ?? { seqNo, term: 0, body: undefined },
    );
    content.follows = true;
    content.commits = [new ModelCommit([{ name: 'index', operations }])];
  }
  return content;
}

function indexed(engine: Engine, { index }: Disk): Map<number, Operation> {
  const found = new Map<number, Operation>();
  const snapshot = engine.publishedSnapshot;
  for (const segment of snapshot === undefined ? [] : openSegments(snapshot, index)) {
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const { liveDocs } = segment;
      if (liveDocs !== null && ((liveDocs[doc >>> 5] ?? 0) & (1 << (doc & 31))) === 0) continue;
      const seqNo = segment.numbers(SEQ_NO_FIELD)?.value(doc, 0) ?? -1;
      const term = segment.numbers(PRIMARY_TERM_FIELD)?.value(doc, 0) ?? 0;
      found.set(seqNo, { seqNo, term, body: bodyOf(segment.stored(doc).id) });
    }
  }
  return found;
}
