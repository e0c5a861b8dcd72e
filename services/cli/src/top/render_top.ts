/**
 * Renders two samples as the lines of a terminal: nodes by name, then indices by activity. Pure.
 */
import { formatByteSize } from '@skein/base';
import type { Counters, TopSample } from './sample.js';

interface Screen {
  readonly columns: number;
  readonly rows: number;
}

interface Rates {
  readonly searches: number;
  /** The mean milliseconds of a shard's query phase; undefined when there was none. */
  readonly searchMs: number | undefined;
  readonly writes: number;
  readonly writeMs: number | undefined;
}

interface TableColumn {
  readonly heading: string;
  readonly isText?: boolean;
}

const NODE_COLUMNS: readonly TableColumn[] = [
  { heading: 'node', isText: true },
  { heading: 'cpu%' },
  { heading: 'load' },
  { heading: 'heap%' },
  { heading: 'memory' },
  { heading: 'disk%' },
  { heading: 'queries/s' },
  { heading: 'ms' },
  { heading: 'writes/s' },
  { heading: 'ms' },
  { heading: 'queue' },
  { heading: 'refused/s' },
  { heading: 'segments' },
];

const INDEX_COLUMNS: readonly TableColumn[] = [
  { heading: 'index', isText: true },
  { heading: 'documents' },
  { heading: 'size' },
  { heading: 'queries/s' },
  { heading: 'ms' },
  { heading: 'writes/s' },
  { heading: 'ms' },
];

/** Returns at most as many lines as the screen has rows, each cut to its width. */
export function renderTop(before: TopSample, now: TopSample, { columns, rows }: Screen): string {
  const seconds = Math.max((now.atMs - before.atMs) / 1000, Number.EPSILON);
  // Only what fits on the screen is laid out.
  const nodes = nodeRows(before, now, seconds).slice(0, rows);
  const indices = indexRows(before, now, seconds).slice(0, rows);
  const lines = [
    headline(now),
    '',
    ...table(NODE_COLUMNS, nodes),
    '',
    ...table(INDEX_COLUMNS, indices),
  ];
  return lines
    .slice(0, rows)
    .map((line) => line.slice(0, columns).trimEnd())
    .join('\n');
}

function headline({ clusterName, color, unassigned, initializing, relocating, nodes }: TopSample) {
  const state = color ?? 'without a master';
  const moving = `${unassigned} unassigned, ${initializing} starting, ${relocating} moving`;
  return `${clusterName}: ${state}, ${nodes.length} nodes, shard copies: ${moving} (q: quit)`;
}

function nodeRows(before: TopSample, now: TopSample, seconds: number) {
  const earlier = new Map(before.nodes.map((node) => [node.id, node]));
  return now.nodes
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((node) => {
      const last = earlier.get(node.id);
      const rates = ratesOf(last, node, seconds);
      const refused = last === undefined ? 0 : growth(last.rejected, node.rejected) / seconds;
      return [
        node.name,
        String(node.cpuPercent),
        node.load.toFixed(2),
        String(node.heapPercent),
        formatByteSize(node.residentBytes),
        String(node.diskPercent),
        ...rateCells(rates),
        String(node.queued),
        refused.toFixed(1),
        String(node.segments),
      ];
    });
}

/** The most active indices come first, then the largest. */
function indexRows(before: TopSample, now: TopSample, seconds: number) {
  const earlier = new Map(before.indices.map((index) => [index.name, index]));
  return now.indices
    .map((index) => ({ index, rates: ratesOf(earlier.get(index.name), index, seconds) }))
    .toSorted(
      (a, b) =>
        b.rates.searches + b.rates.writes - (a.rates.searches + a.rates.writes) ||
        b.index.bytes - a.index.bytes ||
        (a.index.name < b.index.name ? -1 : 1),
    )
    .map(({ index, rates }) => [
      index.name,
      String(index.documents),
      formatByteSize(index.bytes),
      ...rateCells(rates),
    ]);
}

/**
 * The growth of a counter. A counter restarts at 0 when its shard is reopened, so a lower value has
 * grown from 0.
 */
const growth = (before: number, now: number) => (now >= before ? now - before : now);

function ratesOf(before: Counters | undefined, now: Counters, seconds: number): Rates {
  if (before === undefined) {
    return { searches: 0, searchMs: undefined, writes: 0, writeMs: undefined };
  }
  const queries = growth(before.queries, now.queries);
  const indexed = growth(before.indexed, now.indexed);
  return {
    searches: queries / seconds,
    searchMs: queries === 0 ? undefined : growth(before.queryMs, now.queryMs) / queries,
    writes: indexed / seconds,
    writeMs: indexed === 0 ? undefined : growth(before.indexMs, now.indexMs) / indexed,
  };
}

function rateCells({ searches, searchMs, writes, writeMs }: Rates): readonly string[] {
  const ms = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1));
  return [searches.toFixed(1), ms(searchMs), writes.toFixed(1), ms(writeMs)];
}

function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [columns.map(({ heading }) => heading), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, at) =>
        columns[at]?.isText === true
          ? cell.padEnd(widths[at] ?? 0)
          : cell.padStart(widths[at] ?? 0),
      )
      .join('  '),
  );
}
