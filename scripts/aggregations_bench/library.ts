/**
 * Runs requests on one shard in this process, from the bytes of the body to the bytes of the
 * answer: everything but HTTP and threads.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAnalysis } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { JsonBuffer, type JsonObject } from '@skein/content';
import { fromPlainError } from '@skein/errors';
import { IndexMapping, parseDocument } from '@skein/mapping';
import { FsDirectory, readKernels, systemClock } from '@skein/platform';
import { ScriptService } from '@skein/script';
import { type ExecutionEnvironment, executeSearch, PlanCache } from '@skein/search';
import { IndexWriter, Kernels, openSegments } from '@skein/search_library';
import type { DataSet } from './data.ts';

const BUFFER_BYTES = 512 * 1024 * 1024;

interface LibraryOptions {
  /** Where indices are kept for the next run. */
  readonly dir: string;
  readonly documents: number;
  readonly segments: number;
}

export class LibraryShard {
  readonly #environment: ExecutionEnvironment;
  readonly #buffer = new JsonBuffer();

  private constructor(environment: ExecutionEnvironment) {
    this.#environment = environment;
  }

  static async open(set: DataSet, options: LibraryOptions): Promise<LibraryShard> {
    const { documents, segments } = options;
    const dir = join(options.dir, `${set.name}-${documents}-${segments}`);
    const analysis = buildAnalysis(new Map());
    const settings = new Map<string, string>();
    const mapping = IndexMapping.parse(set.mapping as JsonObject, { settings, analysis });
    if (!existsSync(join(dir, 'whole'))) await build(dir, set, { ...options, mapping });
    const directory = new FsDirectory(dir);
    const snapshot = IndexWriter.open(directory).snapshot();
    return new LibraryShard({
      reader: { snapshotVersion: snapshot.version, segments: openSegments(snapshot, directory) },
      index: { index: set.name, mapping, analysis, settings },
      clock: systemClock,
      scripts: new ScriptService(systemClock),
      kernels: new Kernels({ wasm: readKernels() }),
      plans: new PlanCache(),
      point: {},
    });
  }

  /** Returns the answer as JSON. */
  ask(body: object): string {
    const buffer = this.#buffer;
    buffer.cut(0);
    const search = {
      body: utf8(JSON.stringify(body)),
      isYaml: false,
      url: {},
      totalHitsAsInt: false,
    };
    const render = { startMs: 0, totalHitsAsInt: false };
    const call = {
      search,
      aliasFilter: undefined,
      nowMs: systemClock.nowMs(),
      fetch: true,
      render,
    };
    const answer = executeSearch(call, this.#environment, { buffer });
    if (answer.kind === 'malformed') throw fromPlainError(answer.error);
    return Buffer.from(buffer.bytes).toString();
  }
}

async function build(
  dir: string,
  set: DataSet,
  { documents, segments, mapping }: LibraryOptions & { mapping: IndexMapping },
): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const writer = IndexWriter.open(new FsDirectory(dir), { bufferBytes: BUFFER_BYTES });
  const perSegment = Math.ceil(documents / segments);
  let i = 0;
  for await (const line of set.documents(documents)) {
    if (i > 0 && i % perSegment === 0) writer.refresh();
    const meta = { id: String(i), routing: undefined };
    const parsed = parseDocument(mapping, utf8(line), meta, systemClock);
    writer.addDocument({ ...parsed, version: 1, seqNo: i++, primaryTerm: 1 });
  }
  writer.commit({});
  if (segments === 1) writer.forceMerge(1, false);
  writer.commit({});
  writer.close();
  writeFileSync(join(dir, 'whole'), '');
}
