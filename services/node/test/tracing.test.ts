/**
 * Traces of a request across nodes, as a collector receives them: one trace, in which every span
 * but the root has a parent, on both nodes.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, TestCluster } from './test_cluster.js';

interface SpanJson {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Told extends SpanJson {
  /** `skein.node` of the node that exported the span. */
  readonly node: string;
}

/** OTLP/HTTP (opentelemetry-proto, ExportTraceServiceRequest as JSON). */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly {
        readonly key: string;
        readonly value: { readonly stringValue: string };
      }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly SpanJson[] }[];
  }[];
}

const spans: Told[] = [];
const collector = createServer((request, response) => {
  bodyOf(request).then((text) => {
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'skein.node');
      const node = name?.value.stringValue ?? '';
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, node }))));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

let cluster: TestCluster;
beforeAll(async () => {
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
  const { port } = collector.address() as AddressInfo;
  const settings = {
    'tracing.enabled': 'true',
    'tracing.endpoint': `http://127.0.0.1:${port}/v1/traces`,
    'tracing.delay': '50ms',
  };
  cluster = await TestCluster.start({ nodes: 2, settings });
  await cluster.formed(2);
});
afterAll(async () => {
  await cluster?.stop();
  collector.closeAllConnections();
  await new Promise((closed) => collector.close(closed));
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

async function ask(method: string, path: string, body?: object, flags = '01', trace = TRACE) {
  const [node] = cluster.nodes;
  return await fetch(`${node?.url}${path}`, {
    method,
    headers: {
      traceparent: `00-${trace}-${CALLER}-${flags}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const ofTrace = (trace: string) => spans.filter(({ traceId }) => traceId === trace);

it('a search of shards on two nodes is one trace below the caller', async () => {
  await ask('PUT', '/books', { settings: { number_of_shards: 4, number_of_replicas: 0 } });
  await ask('GET', '/_cluster/health?wait_for_status=green');
  for (const n of [1, 2, 3, 4, 5]) await ask('PUT', `/books/_doc/${n}?refresh=true`, { n });
  const searched = await ask('POST', '/books/_search', { query: { match_all: {} }, sort: ['n'] });
  expect(searched.status).toBe(200);
  const found = await eventually('the search was told on both nodes', async () => {
    const told = ofTrace(TRACE);
    const search = told.find(({ name }) => name === 'search');
    if (search === undefined) throw new Error('no search');
    const below = descendants(told, search.spanId);
    if (new Set(below.map(({ node }) => node)).size < 2) throw new Error('one node');
    if (!below.some(({ name }) => name === 'query')) throw new Error('no phases');
    // Each node sends its spans when it likes: a call may be told before its answer.
    const [calls, answers] = callsBetweenNodes(below);
    if (answers.length < calls.length) throw new Error('a call without its answer');
    return { told, search, below };
  });
  const { told, search, below } = found;
  expect(search).toMatchObject({ parentSpanId: CALLER, kind: 2 });
  expect(JSON.stringify(search.attributes)).toContain('"http.response.status_code"');
  const names = new Set(below.map(({ name }) => name));
  expect([...names]).toEqual(expect.arrayContaining(['query', 'shard/search', 'shard search']));
  const shard = below.find(({ name }) => name === 'shard search');
  expect(shard?.attributes).toContainEqual({ key: 'skein.index', value: { stringValue: 'books' } });
  // A call between nodes has a span on either side, the callee's below the caller's.
  const [asked, answered] = callsBetweenNodes(below);
  expect(asked.length).toBeGreaterThan(0);
  expect(answered.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(
    asked.map(({ spanId }) => spanId).sort(),
  );
  const writes = told.filter(({ name }) => name === 'shard bulk');
  expect(writes.length).toBeGreaterThan(0);
});

/** The `shard/search` calls as the caller's node sent them (kind 3), and the callee's (kind 2). */
function callsBetweenNodes(told: readonly Told[]): [readonly Told[], readonly Told[]] {
  const calls = told.filter(({ name }) => name === 'shard/search');
  return [calls.filter(({ kind }) => kind === 3), calls.filter(({ kind }) => kind === 2)];
}

function descendants(told: readonly Told[], spanId: string): readonly Told[] {
  const children = told.filter(({ parentSpanId }) => parentSpanId === spanId);
  return children.flatMap((child) => [child, ...descendants(told, child.spanId)]);
}

it('a caller that is not traced is not traced here, and one that speaks badly begins anew', async () => {
  const untraced = '11111111111111111111111111111111';
  await ask('GET', '/books/_count', undefined, '00', untraced);
  const [node] = cluster.nodes;
  await fetch(`${node?.url}/_cat/count/books`, { headers: { traceparent: 'nonsense' } });
  const own = await eventually('a trace of its own', async () => {
    const one = spans.find(({ name }) => name === 'cat.count');
    if (one === undefined) throw new Error('not yet');
    return one;
  });
  expect(own.parentSpanId ?? '').toBe('');
  expect(ofTrace(untraced)).toEqual([]);
});

it('what nodes do by themselves is no trace', () => {
  const roots = spans.filter(({ parentSpanId = '' }) => parentSpanId === '');
  expect(roots.filter(({ kind }) => kind !== 2).map(({ name }) => name)).toEqual([]);
});
