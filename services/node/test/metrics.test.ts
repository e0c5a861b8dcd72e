/**
 * `GET /_metrics` of a real node is well formed for Prometheus, equals the figures of the other
 * endpoints, and is listed in docs/OPERATIONS.md.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { freePorts } from '@skein/testkit';
import { parse } from 'yaml';
import { answered, TestCluster, type TestNode } from './test_cluster.js';

const ROOT = resolve(import.meta.dirname, '../../..');

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  node = cluster.nodes[0] as TestNode;
  await answered(node, 'PUT', '/planets', { settings: { number_of_replicas: 1 } });
  for (const name of ['Mercury', 'Venus', 'Earth']) {
    await answered(node, 'POST', '/planets/_doc?refresh=true', { name });
  }
  await answered(node, 'POST', '/planets/_search', { query: { match: { name: 'earth' } } });
  await node.request('POST', '/planets/_search', { query: { unknown: {} } });
});
afterAll(() => cluster.stop());

interface Family {
  readonly type: string;
  readonly help: string;
  /** The values by name and labels, as written. */
  readonly samples: Map<string, number>;
}

/** Parses metrics; throws at a line that is not of the format. */
function read(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let help: RegExpExecArray | null = null;
  let family: Family | undefined;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
    const sample = /^(\w+)((?:\{\w+="[^"\\]*"(?:,\w+="[^"\\]*")*\})?) (-?[\d.e+-]+)$/.exec(line);
    if (line.startsWith('# HELP ')) help = /^# HELP (\w+) (.+)$/.exec(line);
    else if (type !== null && type[1] === help?.[1] && !families.has(String(type[1]))) {
      family = { type: String(type[2]), help: String(help?.[2]), samples: new Map() };
      families.set(String(type[1]), family);
    } else if (sample !== null && family !== undefined) {
      family.samples.set(`${sample[1]}${sample[2]}`, Number(sample[3]));
    } else throw new Error(`no line of Prometheus: ${line}`);
  }
  return families;
}

async function metrics(): Promise<Map<string, Family>> {
  const response = await fetch(`${node.url}/_metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return read(await response.text());
}

function figure(families: Map<string, Family>, series: string): number | undefined {
  return [...families.values()].find(({ samples }) => samples.has(series))?.samples.get(series);
}

test('every metric is well formed', async () => {
  const found = await metrics();
  for (const [name, { type, help, samples }] of found) {
    expect(name).toMatch(/^skein_[a-z0-9_]+$/);
    expect(help).toMatch(/^[A-Z0-9].*\.$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect([name, /_(?:ms|millis|minutes|kb|mb)(?:_|$)/.test(name)]).toEqual([name, false]);
    for (const [series, value] of samples) {
      expect([series, Number.isFinite(value)]).toEqual([series, true]);
    }
  }
});

test('what is counted is what happened', async () => {
  const found = await metrics();
  const requests = 'skein_http_request_duration_seconds_count';
  expect(figure(found, `${requests}{endpoint="index",status="201"}`)).toBe(3);
  expect(figure(found, `${requests}{endpoint="search",status="200"}`)).toBe(1);
  expect(figure(found, `${requests}{endpoint="search",status="400"}`)).toBe(1);
  expect(figure(found, 'skein_search_phase_duration_seconds_count{phase="query"}')).toBe(1);
  expect(figure(found, 'skein_indexed_total')).toBe(3);
  expect(figure(found, 'skein_shards{role="primary"}')).toBe(1);
  expect(figure(found, 'skein_cluster_status{color="yellow"}')).toBe(1);
  expect(figure(found, 'skein_cluster_status{color="green"}')).toBe(0);
  expect(figure(found, 'skein_cluster_is_master')).toBe(1);
  expect(figure(found, 'skein_gossip_members{status="alive"}')).toBe(1);
});

test('figures are those of the other endpoints', async () => {
  const found = await metrics();
  const { nodes } = await answered<{ nodes: Record<string, Stats> }>(
    node,
    'GET',
    '/_nodes/_local/stats',
  );
  const [stats] = Object.values(nodes);
  expect(figure(found, 'skein_documents')).toBe(stats?.indices.docs.count);
  expect(figure(found, 'skein_segments')).toBe(stats?.indices.segments.count);
  expect(figure(found, 'skein_translog_bytes')).toBe(stats?.indices.translog.size_in_bytes);
  expect(figure(found, 'skein_queries_total')).toBe(stats?.indices.search.query_total);
  for (const [name, { limit_size_in_bytes }] of Object.entries(stats?.breakers ?? {})) {
    const series = `skein_breaker_limit_bytes{breaker="${name}"}`;
    expect([series, figure(found, series)]).toEqual([series, limit_size_in_bytes]);
  }
  expect(figure(found, 'skein_disk_bytes')).toBe(stats?.fs.total.total_in_bytes);
});

interface Stats {
  readonly indices: {
    readonly docs: { readonly count: number };
    readonly segments: { readonly count: number };
    readonly translog: { readonly size_in_bytes: number };
    readonly search: { readonly query_total: number };
  };
  readonly breakers: Readonly<Record<string, { readonly limit_size_in_bytes: number }>>;
  readonly fs: { readonly total: { readonly total_in_bytes: number } };
}

test('a port of their own asks for no token', async () => {
  const [port = 0] = await freePorts(1);
  const settings = { 'metrics.port': String(port) };
  const alone = await TestCluster.start({ nodes: 1, settings });
  try {
    const url = `http://127.0.0.1:${port}`;
    const found = read(await (await fetch(`${url}/metrics`)).text());
    expect(figure(found, 'skein_cluster_nodes')).toBe(1);
    expect((await fetch(`${url}/_search`)).status).toBe(404);
  } finally {
    await alone.stop();
  }
});

test('each metric is listed in docs/OPERATIONS.md, and nothing else', async () => {
  const page = readFileSync(resolve(ROOT, 'docs/OPERATIONS.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(skein_\w+)`/gm)].map(([, name]) => name);
  const told = [...(await metrics()).keys()];
  expect(listed.toSorted()).toEqual(told.toSorted());
});

/**
 * The names of metrics in an expression, without those that only histograms have. Throws when the
 * expression is no PromQL.
 */
function metricsIn(expression: string): readonly string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier') names.push(expression.slice(from, to));
    },
  });
  return names.filter((name) => name.startsWith('skein_'));
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

function expressions(): readonly (readonly [place: string, expression: string])[] {
  const file = (path: string) => readFileSync(resolve(ROOT, 'deploy', path), 'utf8');
  const rules: Rules = parse(file('prometheus/alerts.yml'));
  const board: Dashboard = JSON.parse(file('grafana/skein.json'));
  return [
    ...rules.groups.flatMap((group) =>
      group.rules.map(({ alert, expr }) => [alert, expr] as const),
    ),
    ...board.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
  ];
}

test('alerts and the dashboard ask for metrics that there are', async () => {
  const found = await metrics();
  const asked = expressions();
  expect(asked.length).toBeGreaterThan(20);
  for (const [place, expression] of asked) {
    const names = metricsIn(expression.replaceAll('$__rate_interval', '5m'));
    const unknown = names.filter((name) => !found.has(name.replace(/_(?:bucket|sum|count)$/, '')));
    expect([place, names.length > 0, unknown]).toEqual([place, true, []]);
  }
});
