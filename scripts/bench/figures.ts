/** The figures of the benchmark kit, and their comparison by class over several seeds. */
import { median } from '../cluster_load/median.ts';

interface Phase {
  readonly errors: number;
  readonly cpu_ms?: number;
  readonly p50: number;
  readonly p99: number;
  readonly qps: number;
}

/** The figures of one server as `bench.mjs --json` writes them. */
interface ServerFigures {
  readonly queries: Readonly<
    Record<
      string,
      { readonly one: Phase; readonly many: Phase | null; readonly first_total: unknown }
    >
  >;
  readonly memory: Readonly<Record<string, { readonly rss_mb: number }>>;
}

/** One run of the kit: OpenSearch first, then this build. */
export interface KitRun {
  readonly servers: readonly [reference: ServerFigures, own: ServerFigures];
}

/** A class over all seeds: medians of our figures and of their ratios to OpenSearch's. */
interface ClassFigures {
  readonly name: string;
  /** Milliseconds of CPU per request with eight clients. */
  readonly cpuMs: number;
  readonly referenceCpuMs: number;
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
  readonly requestsPerSecond: number;
  /** The smallest ratio of CPU of all seeds: what no seed is better than. */
  readonly leastCpu: number;
  /** Requests that failed or whose numbers of hits differ: such a class proves nothing. */
  readonly isComparable: boolean;
}

/** Ratios of CPU to OpenSearch's by class, as last recorded. */
export type Landed = Readonly<Record<string, number>>;

/** A class may become slower by this factor before the comparison fails. */
const TOLERATED = 1.15;

export function classFigures(runs: readonly KitRun[]): readonly ClassFigures[] {
  const [first] = runs;
  return Object.keys(first?.servers[1].queries ?? {}).flatMap((name) => {
    const pairs = runs.map(({ servers }) => servers.map(({ queries }) => queries[name]));
    const figures = pairs.flatMap(([reference, own]) =>
      reference?.many && own?.many ? [{ reference, own, many: [reference.many, own.many] }] : [],
    );
    if (figures.length < runs.length) return [];
    const of = (read: (one: (typeof figures)[number]) => number) => median(figures.map(read));
    const cpuRatios = figures.map(({ many: [a, b] }) => ratio(b?.cpu_ms, a?.cpu_ms));
    return {
      name,
      cpuMs: of(({ many: [, b] }) => b?.cpu_ms ?? Number.NaN),
      referenceCpuMs: of(({ many: [a] }) => a?.cpu_ms ?? Number.NaN),
      cpu: median(cpuRatios),
      p50: of(({ reference, own }) => ratio(own.one.p50, reference.one.p50)),
      p99: of(({ many: [a, b] }) => ratio(b?.p99, a?.p99)),
      requestsPerSecond: of(({ many: [a, b] }) => ratio(b?.qps, a?.qps)),
      leastCpu: Math.min(...cpuRatios),
      isComparable: figures.every(
        ({ reference, own, many }) =>
          reference.first_total === own.first_total &&
          many.every((phase) => phase?.errors === 0) &&
          own.one.errors === 0,
      ),
    };
  });
}

function ratio(own: number | undefined, reference: number | undefined): number {
  return own === undefined || !reference ? Number.NaN : own / reference;
}

/** Classes that are slower than recorded with every seed. */
export function slower(figures: readonly ClassFigures[], landed: Landed): readonly string[] {
  return figures.flatMap(({ name, leastCpu }) => {
    const before = landed[name];
    if (before === undefined || leastCpu <= before * TOLERATED) return [];
    return `${name}: at least x${leastCpu.toFixed(2)} of OpenSearch's CPU with every seed, x${before.toFixed(2)} before`;
  });
}

export function landedOf(figures: readonly ClassFigures[]): Landed {
  return Object.fromEntries(figures.map(({ name, cpu }) => [name, Number(cpu.toFixed(3))]));
}

/** The figures as a table in Markdown, with the geometric means in its last row. */
export function table(figures: readonly ClassFigures[]): string {
  const mean = (read: (one: ClassFigures) => number) =>
    Math.exp(figures.reduce((sum, one) => sum + Math.log(read(one)), 0) / figures.length);
  const x = (value: number) => `x${value.toFixed(2)}`;
  const ratios = [
    (one: ClassFigures) => one.cpu,
    (one: ClassFigures) => one.p50,
    (one: ClassFigures) => one.p99,
    (one: ClassFigures) => one.requestsPerSecond,
  ];
  const rows = figures.map((one) => [
    one.isComparable ? one.name : `${one.name} (answers differ)`,
    one.referenceCpuMs.toFixed(3),
    one.cpuMs.toFixed(3),
    ...ratios.map((read) => x(read(one))),
  ]);
  const means = ['geometric mean', '', '', ...ratios.map((read) => x(mean(read)))];
  const head = ['class', 'OpenSearch CPU ms', 'CPU ms', 'CPU', 'p50', 'p99 x8', 'qps x8'];
  const rule = ['---', ...head.slice(1).map(() => '---:')];
  return [head, rule, ...rows, means].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
