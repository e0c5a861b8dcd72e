/**
 * The circuit breakers of a running node: excessive requests are refused with OpenSearch's error,
 * other requests are answered meanwhile, and the memory that a request had reserved is released
 * however it ends.
 */
import { answeredAt, requestAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';

const DOCS = 2000;

let node: LoneNode;

const ask = requestAt(() => node.url);
const succeed = answeredAt(() => node.url);

const limit = (settings: Record<string, string | null>) =>
  succeed('PUT', '/_cluster/settings', { transient: settings });
const unlimited = () => limit({ 'indices.breaker.*': null, 'network.breaker.*': null });

interface Breaker {
  readonly limit_size_in_bytes: number;
  readonly limit_size: string;
  readonly estimated_size_in_bytes: number;
  readonly estimated_size: string;
  readonly overhead: number;
  readonly tripped: number;
}

async function breakers(): Promise<Record<string, Breaker>> {
  const { nodes } = await succeed('GET', '/_nodes/stats/breaker');
  const [only] = Object.values(nodes as Record<string, { breakers: Record<string, Breaker> }>);
  if (only === undefined) throw new Error('no node');
  return only.breakers;
}

function broken(breaker: string, label: string) {
  const size = String.raw`\[\d+/[\d.]+[kmgt]?b\]`;
  return {
    type: 'circuit_breaking_exception',
    reason: expect.stringMatching(
      new RegExp(
        `^\\[${breaker}\\] Data too large, data for \\[${label}\\] would be ${size}, which is larger than the limit of ${size}`,
      ),
    ),
    bytes_wanted: expect.any(Number),
    bytes_limit: expect.any(Number),
    durability: 'TRANSIENT',
  };
}

beforeAll(async () => {
  node = await LoneNode.start();
  for (const [name, shards] of Object.entries({ one: 1, three: 3 })) {
    await succeed('PUT', `/${name}`, {
      settings: { index: { number_of_shards: shards, number_of_replicas: 0 } },
      mappings: { properties: { tag: { type: 'keyword' }, n: { type: 'integer' } } },
    });
    const lines: string[] = [];
    for (let n = 0; n < DOCS; n++) {
      lines.push('{"index":{}}', JSON.stringify({ n, tag: `t${n}`, text: 'word '.repeat(40) }));
    }
    await succeed('POST', `/${name}/_bulk?refresh=true`, `${lines.join('\n')}\n`);
  }
});
afterAll(() => node?.stop());
afterEach(unlimited);

const SMALL = { query: { term: { tag: 't7' } } };
/** Searches that exceed these limits, which small searches do not. */
const BIG: readonly (readonly [label: string, limit: string, search: object])[] = [
  ['<top_hits>', '40kb', { size: DOCS, sort: [{ n: 'desc' }, 'tag'], _source: false }],
  ['<hits>|<partial_results>|<fetched_hits>', '60kb', { size: 300 }],
  [
    '<terms>',
    '40kb',
    { query: { terms: { tag: Array.from({ length: DOCS }, (_, n) => `t${n}`) } } },
  ],
  ['<terms>', '40kb', { query: { terms: { n: Array.from({ length: DOCS }, (_, n) => n) } } }],
  ['<automaton>', '15kb', { query: { regexp: { tag: 't(1|2)[0-9]{2,4}(4|5)+' } } }],
  ['<top_hits>', '40kb', { size: DOCS, collapse: { field: 'n' }, _source: false }],
];

describe.each(['one', 'three'])('searches of the index with %s shards', (index) => {
  test.each(BIG)('%s: beyond %s is refused, a small search is answered', async (...given) => {
    const [label, most, search] = given;
    const path = `/${index}/_search?allow_partial_search_results=false`;
    const before = await breakers();
    await succeed('POST', path, search);
    await limit({ 'indices.breaker.request.limit': most });
    const { status, json } = await ask('POST', path, search);
    expect({ status, json }).toMatchObject({ status: 429, json: { status: 429 } });
    const { root_cause } = json.error as { root_cause: readonly unknown[] };
    expect(root_cause[0]).toMatchObject(broken('request', `(${label}|<top_hits>)`));
    await succeed('POST', `/${index}/_search`, SMALL);
    await succeed('GET', `/${index}/_search?size=1`);
    const after = await breakers();
    expect(after.request).toMatchObject({
      limit_size: most,
      estimated_size_in_bytes: 0,
      estimated_size: '0b',
      overhead: 1,
    });
    expect(after.request?.tripped).toBeGreaterThan(before.request?.tripped ?? 0);
  });
});

test('many at a time stay within the limit, and are answered or refused', async () => {
  await limit({ 'indices.breaker.request.limit': '1500kb' });
  const search = { size: DOCS, sort: [{ n: 'desc' }] };
  const all = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      ask('POST', `/${i % 2 ? 'one' : 'three'}/_search`, search),
    ),
  );
  const statuses = new Set(all.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
  expect((await breakers()).request?.estimated_size_in_bytes).toBe(0);
});

test('scrolls and points in time count while they are open', async () => {
  await limit({ 'indices.breaker.request.limit': '25kb' });
  const ids: unknown[] = [];
  expect((await breakers()).request?.estimated_size_in_bytes).toBe(0);
  for (let i = 0; i < 8; i++) {
    const { pit_id } = await succeed('POST', '/one/_search/point_in_time?keep_alive=1m');
    ids.push(pit_id);
  }
  expect((await breakers()).request?.estimated_size_in_bytes).toBeGreaterThan(0);
  const { status, json } = await ask('POST', '/one/_search?scroll=1m', { size: 1 });
  expect({ status, json }).toMatchObject({
    status: 429,
    json: { error: broken('request', '<scroll>') },
  });
  await succeed('DELETE', '/_search/point_in_time', { pit_id: ids });
  expect((await breakers()).request?.estimated_size_in_bytes).toBe(0);
});

test('request bodies: what is too large is refused, the way back is open', async () => {
  await limit({ 'network.breaker.inflight_requests.limit': '1kb' });
  const bulk = '{"index":{}}\n{"n":1}\n'.repeat(100);
  const { status, json } = await ask('POST', '/one/_bulk', bulk);
  expect({ status, json }).toMatchObject({
    status: 429,
    json: { error: broken('in_flight_requests', '<http_request>') },
  });
  await succeed('POST', '/one/_search', SMALL);
  await limit({ 'network.breaker.inflight_requests.limit': '0b' });
  expect((await ask('POST', '/one/_search', SMALL)).status).toBe(429);
  expect((await ask('GET', '/one/_count')).status).toBe(429);
  const { in_flight_requests } = await breakers();
  expect(in_flight_requests).toMatchObject({ limit_size: '0b', overhead: 2 });
  expect(in_flight_requests?.tripped).toBeGreaterThanOrEqual(3);
  await unlimited();
  await succeed('GET', '/one/_count');
  expect((await breakers()).in_flight_requests?.estimated_size_in_bytes).toBe(0);
});

test('the parent goes by what the process takes; what tells of the node or helps it is answered all the same', async () => {
  await limit({ 'indices.breaker.total.limit': '10mb' });
  const { status, json } = await ask('POST', '/one/_search', SMALL);
  expect({ status, json }).toMatchObject({
    status: 429,
    json: { error: { ...broken('parent', '<http_request>'), durability: expect.any(String) } },
  });
  const { reason } = (json as { error: { reason: string } }).error;
  expect(reason).toMatch(
    /, real usage: \[\d+\/[\d.]+mb\], new bytes reserved: \[\d+\/\d+b\], usages \[request=0\/0b, fielddata=\d+\/[\d.]+[kmg]?b, in_flight_requests=\d+\/\d+b\]$/,
  );
  for (const path of ['/', '/_cluster/health', '/_cluster/settings', '/_nodes/stats', '/_tasks']) {
    expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
  }
  const { parent } = await breakers();
  expect(parent?.limit_size).toBe('10mb');
  expect(parent?.estimated_size_in_bytes).toBeGreaterThan(10 * 1024 * 1024);
  expect(parent?.tripped).toBeGreaterThan(0);
  await unlimited();
  await succeed('POST', '/one/_search', SMALL);
});

test.each([
  [
    'indices.breaker.request.limit',
    'abc',
    'failed to parse setting [indices.breaker.request.limit] with value [abc] as a size in bytes: unit is missing or unrecognized',
  ],
  ['indices.breaker.request.limit', '101%', 'percentage should be in [0-100], got [101]'],
  [
    'network.breaker.inflight_requests.limit',
    '-2b',
    'Values less than -1 bytes are not supported: -2b',
  ],
  [
    'indices.breaker.request.overhead',
    '-1',
    'Failed to parse value [-1] for setting [indices.breaker.request.overhead] must be >= 0.0',
  ],
  [
    'indices.breaker.fielddata.overhead',
    'x',
    'Failed to parse value [x] for setting [indices.breaker.fielddata.overhead]',
  ],
  [
    'indices.breaker.request.type',
    'noop',
    'transient setting [indices.breaker.request.type], not dynamically updateable',
  ],
  [
    'indices.breaker.total.use_real_memory',
    'false',
    'transient setting [indices.breaker.total.use_real_memory], not dynamically updateable',
  ],
])('%s: %s is refused', async (key, value, reason) => {
  const answer = await ask('PUT', '/_cluster/settings', { transient: { [key]: value } });
  expect(answer).toMatchObject({
    status: 400,
    json: { error: { type: 'illegal_argument_exception', reason } },
  });
});
