/**
 * `npm run -s kernel-runner`: runs the search library as a process that speaks JSON lines, one
 * command per line on stdin and one answer per line on stdout, so that a benchmark can ask several
 * engines the same questions in turn. Corpus lines are `num TAB cat TAB body`; the number of the
 * line is kept in the column `ord`. The clock encloses the path from the terms as strings to the
 * hits inside the library.
 */
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildAnalysis } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { FsDirectory, readKernels } from '@skein/platform';
import {
  booleanQuery,
  createSearcher,
  type FieldSpec,
  type IndexableDocument,
  type IndexSearcher,
  IndexWriter,
  Kernels,
  matchAllQuery,
  numberRangeQuery,
  openSegments,
  phraseQuery,
  type Query,
  type SortField,
  termQuery,
} from '@skein/search_library';
import { commonest, type SegmentCounts } from './kernel_runner/commonest.ts';
import { trustedJson } from './trusted_json.ts';

interface Command {
  readonly cmd: string;
  readonly corpus: string;
  readonly dir: string;
  readonly segments: number;
  readonly docs: number;
  readonly op: 'term' | 'or' | 'and' | 'phrase' | 'all';
  readonly mode: 'top10' | 'exh' | 'count' | 'sort' | 'agg';
  readonly terms?: readonly string[];
  readonly range?: readonly [number, number];
  readonly reps: number;
}

const NUMBER = { postings: 'none', norms: false, column: 'long' } as const;
const BODY: FieldSpec = {
  name: 'body',
  postings: 'positions',
  norms: true,
  column: 'none',
  points: false,
};
const CAT: FieldSpec = {
  name: 'cat',
  postings: 'docs',
  norms: false,
  column: 'ordinal',
  points: false,
};
const NUM: FieldSpec = { ...NUMBER, name: 'num', points: true };
const ORD: FieldSpec = { ...NUMBER, name: 'ord', points: false };
const BY_NUM: SortField = {
  kind: 'number',
  field: 'num',
  integral: true,
  reverse: false,
  mode: 'min',
  missing: 'last',
};
const READ_BYTES = 1 << 20;

function* lines(file: string): Generator<string> {
  const handle = openSync(file, 'r');
  const chunk = Buffer.alloc(READ_BYTES);
  let rest = Buffer.alloc(0);
  for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest.toString('utf8');
  closeSync(handle);
}

function documents(): (line: string, ord: number) => IndexableDocument {
  const analyzer = buildAnalysis(new Map()).analyzer('standard');
  if (analyzer === undefined) throw new Error('no standard analyzer');
  return (line, ord) => {
    const first = line.indexOf('\t');
    const second = line.indexOf('\t', first + 1);
    return {
      stored: { id: String(ord), routing: undefined, source: undefined, fields: undefined },
      fields: [
        { kind: 'text', spec: BODY, value: line.slice(second + 1), analyzer },
        { kind: 'term', spec: CAT, value: utf8(line.slice(first + 1, second)) },
        { kind: 'number', spec: NUM, value: Number(line.slice(0, first)) },
        { kind: 'number', spec: ORD, value: ord },
      ],
      version: 1,
      seqNo: ord,
      primaryTerm: 1,
    };
  };
}

/** Starts a stopwatch; each call returns the CPU and wall clock seconds since the last one. */
function stopwatch(): () => { cpu: number; wall: number } {
  let cpu = process.cpuUsage();
  let wall = performance.now();
  return () => {
    const used = process.cpuUsage(cpu);
    const passed = performance.now() - wall;
    cpu = process.cpuUsage();
    wall = performance.now();
    return { cpu: (used.user + used.system) / 1e6, wall: passed / 1e3 };
  };
}

function sizeOf(dir: string): number {
  return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

function index({ corpus, dir, segments, docs }: Command): object {
  rmSync(dir, { recursive: true, force: true });
  const lap = stopwatch();
  const perSegment = segments === 1 ? Number.POSITIVE_INFINITY : Math.ceil(docs / segments);
  const bufferBytes = segments === 1 ? 256 * 1024 * 1024 : Number.POSITIVE_INFINITY;
  const writer = IndexWriter.open(new FsDirectory(dir), { bufferBytes });
  const documentOf = documents();
  let ord = 0;
  for (const line of lines(corpus)) {
    if (ord > 0 && ord % perSegment === 0) writer.refresh();
    writer.addDocument(documentOf(line, ord++));
  }
  writer.commit({});
  const indexing = lap();
  if (segments === 1) writer.forceMerge(1, false);
  writer.commit({});
  const merging = lap();
  writer.close();
  return {
    docs: ord,
    bytes: sizeOf(dir),
    index_cpu_s: indexing.cpu,
    index_wall_s: indexing.wall,
    merge_cpu_s: merging.cpu,
    merge_wall_s: merging.wall,
  };
}

class Opened {
  readonly dir: string;
  readonly searcher: IndexSearcher;

  constructor(dir: string) {
    const directory = new FsDirectory(dir);
    const writer = IndexWriter.open(directory);
    this.dir = dir;
    const kernels = new Kernels({ wasm: readKernels() });
    this.searcher = createSearcher(openSegments(writer.snapshot(), directory), { kernels });
  }

  stats(): object {
    const body = this.searcher.segments.map((segment) => segment.terms('body'));
    return {
      bytes: sizeOf(this.dir),
      segments: this.searcher.segments.length,
      docs: this.searcher.maxDoc,
      tokens: body.reduce((sum, terms) => sum + (terms?.sumTotalTermFreq ?? 0), 0),
      terms: body.reduce((sum, terms) => sum + (terms?.size ?? 0), 0),
      rss: process.memoryUsage().rss,
    };
  }

  /** The column `ord` of a hit. */
  ordinal(hit: number): number {
    const { segment, doc } = this.searcher.locate(hit);
    return segment.numbers('ord')?.value(doc, 0) ?? -1;
  }
}

function queryOf({ op, terms = [], range }: Command): Query {
  const filter = range === undefined ? [] : [numberRangeQuery('num', range[0], range[1])];
  const bytes = terms.map(utf8);
  if (op === 'all') return filter[0] ?? matchAllQuery();
  const clauses = bytes.map((term) => termQuery('body', term));
  if (op === 'or') {
    const should = booleanQuery({ should: clauses });
    return filter.length === 0 ? should : booleanQuery({ must: [should], filter });
  }
  if (op !== 'phrase') return booleanQuery({ must: clauses, filter });
  const positions = bytes.map((_term, place) => place);
  const phrase = phraseQuery('body', { terms: bytes.map((term) => [term]), positions, slop: 0 });
  return booleanQuery({ must: [phrase], filter });
}

/** Runs the search alone; the returned function turns its result into the answer. */
function search(opened: Opened, command: Command): () => object {
  const { searcher } = opened;
  const query = queryOf(command);
  const ordinal = (hit: number): number => opened.ordinal(hit);
  if (command.mode === 'count') {
    const hits = searcher.count(query);
    return () => ({ hits, top: [] });
  }
  if (command.mode === 'agg') return aggregate(searcher, query);
  if (command.mode === 'sort') {
    const top = searcher.topFieldDocs(query, {
      size: 10,
      totalHitsThreshold: 0,
      trackScores: false,
      sort: [BY_NUM],
    });
    return () => ({ hits: null, top: top.hits.map(({ doc, sort }) => [ordinal(doc), sort[0]]) });
  }
  const exhaustive = command.mode === 'exh';
  // A minimum score keeps the library from taking the count from statistics and then pruning.
  const top = searcher.topDocs(query, {
    size: 10,
    totalHitsThreshold: exhaustive ? Number.POSITIVE_INFINITY : 0,
    minScore: exhaustive ? 0 : undefined,
  });
  return () => ({
    hits: exhaustive ? top.total.value : null,
    top: top.hits.map(({ doc, score }) => [ordinal(doc), score]),
  });
}

interface Batch {
  readonly docs: Uint32Array;
  readonly count: number;
}

function countSlots(slots: ArrayLike<number>, perSlot: Uint32Array, { docs, count }: Batch): void {
  for (let i = 0; i < count; i++) perSlot[slots[docs[i]]]++;
}

/** Counts the ten commonest values of `cat`. */
function aggregate(searcher: IndexSearcher, query: Query): () => object {
  const segments: SegmentCounts[] = [];
  searcher.searchDocs(query, {
    segment(reader) {
      const column = reader.ordinals('cat');
      if (column?.slots === undefined) return () => undefined;
      const { slots } = column;
      const perSlot = new Uint32Array(column.cardinality + 1);
      segments.push({ column, perSlot });
      return (docs, count) => countSlots(slots, perSlot, { docs, count });
    },
  });
  let hits = 0;
  for (const { perSlot } of segments) {
    for (let slot = 1; slot < perSlot.length; slot++) hits += perSlot[slot];
  }
  const top = commonest(segments);
  return () => ({ hits, top });
}

function timed(opened: Opened, command: Command): object {
  const times: number[] = [];
  let answer: () => object = () => ({});
  for (let rep = 0; rep < command.reps; rep++) {
    const start = process.hrtime.bigint();
    answer = search(opened, command);
    times.push(Number(process.hrtime.bigint() - start) / 1e3);
  }
  times.sort((a, b) => a - b);
  return { us: [times[0], times[times.length >> 1]], ...answer() };
}

let opened: Opened | undefined;

function answer(command: Command): object {
  switch (command.cmd) {
    case 'hello':
      return { engine: 'skein', version: '0.1.0', k1p1: true };
    case 'index':
      return index(command);
    case 'open':
      opened = new Opened(command.dir);
      return opened.stats();
    case 'close':
      process.exit(0);
  }
  if (opened === undefined) throw new Error('open an index first');
  if (command.cmd === 'query') return timed(opened, command);
  if (command.cmd === 'stats') return opened.stats();
  throw new Error(`unknown command [${command.cmd}]`);
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply: object;
  try {
    reply = answer(trustedJson<Command>(line));
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
