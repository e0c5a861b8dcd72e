import { classFigures, type KitRun, landedOf, slower, table } from './figures.ts';

const phase = (cpuMs: number, errors = 0) => ({
  errors,
  cpu_ms: cpuMs,
  p50: cpuMs * 2,
  p99: cpuMs * 10,
  qps: 1000 / cpuMs,
});

function run(ownCpuMs: number, ownTotal = '5 7'): KitRun {
  const server = (cpuMs: number, total: string) => ({
    queries: { term: { one: phase(cpuMs), many: phase(cpuMs), first_total: total } },
    memory: {},
  });
  return { servers: [server(1, '5 7'), server(ownCpuMs, ownTotal)] };
}

test('a class has the medians of all seeds, and its least ratio', () => {
  const [term] = classFigures([run(0.5), run(0.2), run(0.4)]);
  expect(term).toMatchObject({ name: 'term', cpuMs: 0.4, cpu: 0.4, leastCpu: 0.2, p50: 0.4 });
  expect(term?.requestsPerSecond).toBeCloseTo(2.5);
  expect(term?.isComparable).toBe(true);
});

test('a class is slower only if it is with every seed, by over 15 %', () => {
  const landed = landedOf(classFigures([run(0.4)]));
  expect(landed).toEqual({ term: 0.4 });
  expect(slower(classFigures([run(0.45), run(0.8), run(0.8)]), landed)).toEqual([]);
  expect(slower(classFigures([run(0.47), run(0.8), run(0.8)]), landed)).toEqual([
    "term: at least x0.47 of OpenSearch's CPU with every seed, x0.40 before",
  ]);
  expect(slower(classFigures([run(0.47)]), {})).toEqual([]);
});

test('answers that differ are marked, and a class that one server lacks is left out', () => {
  expect(table(classFigures([run(0.5), run(0.5, '5 8')]))).toContain('| term (answers differ) |');
  const [reference, own] = run(0.5).servers;
  expect(classFigures([{ servers: [{ ...reference, queries: {} }, own] }])).toEqual([]);
});

test('the table ends with geometric means', () => {
  const lines = table(classFigures([run(0.25)])).split('\n');
  expect(lines.at(-1)).toBe('| geometric mean |  |  | x0.25 | x0.25 | x0.25 | x4.00 |');
});
