/**
 * Sends bad input to a real node: each case has a request and the expected answer. No case may
 * cause a fault of the node (5xx), and afterwards the node answers as before.
 */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LoneNode } from './lone_node.js';

const LIMIT_BYTES = 4 * 1024 * 1024;
let node: LoneNode;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** Sends a request with Node's own client, which does not normalize methods, paths and bodies. */
function send(
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(node.url);
  const type = /_bulk|_msearch/.test(path) ? 'application/x-ndjson' : 'application/json';
  const own =
    body === undefined
      ? {}
      : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((done, fail) => {
    const request = httpRequest(
      // A connection of its own: making a large body may take longer than an idle one is kept.
      { hostname, port, method, path, headers: { ...own, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          done({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      },
    );
    request.once('error', fail);
    request.end(body);
  });
}

beforeAll(async () => {
  node = await LoneNode.start({
    'http.max_content_length': `${LIMIT_BYTES}b`,
  });
  const properties = {
    n: { type: 'long' },
    t: { type: 'text' },
    k: { type: 'keyword' },
    d: { type: 'date' },
    o: { type: 'object' },
  };
  const made = await send('PUT', '/b', JSON.stringify({ mappings: { properties } }));
  expect(made.status).toBe(200);
});

afterEach(async () => {
  expect((await send('GET', '/')).status).toBe(200);
});

afterAll(() => node?.stop());

function typeOf({ text }: Answer): string {
  const { error } = JSON.parse(text) as { error: string | { type: string } };
  return typeof error === 'string' ? error : error.type;
}

const SEARCHES: [body: string, type: string][] = [
  ['{"query":', 'json_e_o_f_exception'],
  ['{"query":{"match_all":{}}}}', 'json_parse_exception'],
  ['[]', 'parsing_exception'],
  ['null', 'parsing_exception'],
  ['{"query":null}', 'parsing_exception'],
  ['{"query":[]}', 'parsing_exception'],
  ['{"query":{}}', 'illegal_argument_exception'],
  ['{"query":{"nope":{}}}', 'parsing_exception'],
  ['{"query":{"__proto__":{}}}', 'parsing_exception'],
  ['{"query":{"constructor":{}}}', 'parsing_exception'],
  ['{"query":{"toString":{}}}', 'parsing_exception'],
  ['{"query":{"match":[]}}', 'parsing_exception'],
  ['{"query":{"match":{"t":null}}}', 'parsing_exception'],
  ['{"query":{"match":{"t":{"query":[]}}}}', 'parsing_exception'],
  ['{"query":{"match":{"t":{"query":"a","nope":1}}}}', 'parsing_exception'],
  ['{"query":{"match":{"t":"a","k":"b"}}}', 'parsing_exception'],
  ['{"query":{"terms":{"t":"x"}}}', 'parsing_exception'],
  ['{"query":{"bool":{"must":"x"}}}', 'x_content_parse_exception'],
  ['{"query":{"ids":{"values":{}}}}', 'parsing_exception'],
  ['{"query":{"exists":{"field":[]}}}', 'parsing_exception'],
  ['{"size":"x"}', 'number_format_exception'],
  ['{"size":-1}', 'illegal_argument_exception'],
  ['{"size":10001}', 'search_phase_execution_exception'],
  ['{"from":{}}', 'parsing_exception'],
  ['{"sort":[{"n":{"order":"x"}}]}', 'x_content_parse_exception'],
  ['{"_source":1}', 'parsing_exception'],
  ['{"nope":1}', 'parsing_exception'],
  ['{"__proto__":1}', 'parsing_exception'],
  ['{"query":{"match_all":{}},"query":{"match_all":{}}}', 'json_parse_exception'],
  [`{"size":${'9'.repeat(100_000)}}`, 'stream_constraints_exception'],
  [
    `{"query":${'{"bool":{"must":'.repeat(1_000)}{}${'}}'.repeat(1_000)}}`,
    'stream_constraints_exception',
  ],
  [`{"query":${'['.repeat(1_000_000)}`, 'stream_constraints_exception'],
];

test.each(SEARCHES)('search %#: %.60s', async (body, type) => {
  const answer = await send('POST', '/b/_search', body);
  expect([answer.status, typeOf(answer)]).toEqual([400, type]);
});

const MALFORMED = 'mapper_parsing_exception';
const DOCUMENTS: [body: string | Uint8Array, type: string][] = [
  ['', 'parse_exception'],
  ['[]', MALFORMED],
  ['null', MALFORMED],
  ['{', MALFORMED],
  ['{"a":1}}', MALFORMED],
  ['{"a":1,"a":2}', MALFORMED],
  ['{"a":NaN}', MALFORMED],
  ['{"a":01}', MALFORMED],
  ["{'a':1}", MALFORMED],
  ['{"a":"\t"}', MALFORMED],
  [Buffer.from('7b2261223a22ff227d', 'hex'), MALFORMED],
  [Buffer.from('7b2261223a22c0af227d', 'hex'), MALFORMED],
  ['{"":1}', MALFORMED],
  ['{".a":1}', MALFORMED],
  ['{"a..b":1}', MALFORMED],
  ['{"_id":"x"}', MALFORMED],
  ['{"n":"x"}', MALFORMED],
  ['{"n":{"a":1}}', MALFORMED],
  ['{"n":99999999999999999999}', MALFORMED],
  ['{"n":"1e99999999"}', MALFORMED],
  [`{"n":${'9'.repeat(100_000)}}`, MALFORMED],
  ['{"o":1}', MALFORMED],
  ['{"d":"x"}', MALFORMED],
  [`{"a":${'['.repeat(1_001)}${']'.repeat(1_001)}}`, MALFORMED],
  [`{"a":${'{"a":'.repeat(100_000)}`, MALFORMED],
  [`{"k":"${'k'.repeat(40_000)}"}`, 'illegal_argument_exception'],
  [
    `{${Array.from({ length: 50_000 }, (_, i) => `"f${i}":1`).join()}}`,
    'illegal_argument_exception',
  ],
];

test.each(DOCUMENTS)('document %#: %.60s', async (body, type) => {
  const answer = await send('PUT', '/b/_doc/bad', body);
  expect([answer.status, typeOf(answer)]).toEqual([400, type]);
});

test('malformed JSON says where', async () => {
  const search = await send('POST', '/b/_search', '{\n  "query": {\n    "match_all": {},\n  }\n}');
  expect(JSON.parse(search.text).error.reason).toMatch(/\[line: 4, column: \d+\]/);
  const bulk = await send('POST', '/b/_bulk', '{"index":{}}\n{"n":1}\n{"index" {}}\n{}\n');
  expect(JSON.parse(bulk.text).error.reason).toMatch(/line/);
});

describe('names that JavaScript knows', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(NAMES)('%s is a field like any other', async (name) => {
    const source = `{"${name}":{"x":{"${name}":2}},"n":7}`;
    const id = `p-${name}`;
    expect(
      (
        await send(
          'PUT',
          `/names-${name.toLowerCase().replaceAll('_', '')}/_doc/${id}?refresh=true`,
          source,
        )
      ).status,
    ).toBe(201);
    const index = `names-${name.toLowerCase().replaceAll('_', '')}`;
    const got = await send('GET', `/${index}/_doc/${id}`);
    expect(got.text).toContain(`"_source":${source}`);
    expect(
      (await send('POST', `/${index}/_update/${id}?refresh=true`, `{"doc":{"${name}":{"y":3}}}`))
        .status,
    ).toBe(200);
    expect((await send('GET', `/${index}/_source/${id}`)).text).toContain('"y":3');
    const only = await send('GET', `/${index}/_doc/${id}?_source_includes=${name}.y`);
    expect(only.text).toContain(`"_source":{"${name}":{"y":3}}`);
    const mapping = await send('GET', `/${index}/_mapping`);
    expect(mapping.text).toContain(`"${name}":{"properties"`);
    const found = await send(
      'POST',
      `/${index}/_search`,
      `{"query":{"term":{"${name}.y":3}},"sort":[{"${name}.y":"asc"}]}`,
    );
    expect(JSON.parse(found.text).hits.total.value).toBe(1);
  });

  test.each(NAMES)('%s is nothing where names are known', async (name) => {
    for (const [method, path, body] of [
      ['GET', `/b/_search?${name}=1`, undefined],
      ['PUT', '/never', `{"settings":{"${name}":1}}`],
      ['PUT', '/never', `{"${name}":{}}`],
      ['PUT', '/never', `{"mappings":{"properties":{"a":{"type":"${name}"}}}}`],
      ['PUT', '/b/_settings', `{"index":{"${name}":1}}`],
      ['PUT', '/_cluster/settings', `{"persistent":{"${name}":1}}`],
      ['POST', '/_analyze', `{"analyzer":"${name}","text":"a"}`],
      ['POST', '/_analyze', `{"tokenizer":"${name}","text":"a"}`],
      ['POST', '/_bulk', `{"${name}":{"_index":"b"}}\n{}\n`],
    ] as const) {
      expect([path, (await send(method, path, body)).status]).toEqual([path, 400]);
    }
    expect((await send('HEAD', '/never')).status).toBe(404);
  });
});

test('a bad document in a good bulk fails alone', async () => {
  const lines = [
    ['{"index":{"_id":"1"}}', '{"n":1}', 201],
    ['{"index":{"_id":"2"}}', '{"n":"x"}', 400],
    ['{"index":{"_id":"3"}}', '{"n":3', 400],
    ['{"create":{"_id":"1"}}', '{"n":1}', 409],
    ['{"update":{"_id":"none"}}', '{"doc":{}}', 404],
    ['{"index":{"_index":"NOT_A_NAME","_id":"4"}}', '{}', 400],
    ['{"index":{"_id":"5"}}', '{"n":5}', 201],
  ] as const;
  const body = lines.map(([action, source]) => `${action}\n${source}\n`).join('');
  const answer = JSON.parse((await send('POST', '/good/_bulk', body)).text) as {
    items: Record<string, { status: number }>[];
  };
  await send('PUT', '/good/_mapping', '{"properties":{"n":{"type":"long"}}}');
  expect(answer.items.map((item) => Object.values(item)[0]?.status)).toEqual(
    lines.map(([, , status]) => status),
  );
});

const NAMES_REFUSED = [
  'B',
  '_b',
  '-b',
  '+b',
  'b%2Fx',
  'b%5Cx',
  'b*x',
  'b%3Fx',
  'b%22x',
  'b%3Cx',
  'b%20x',
  'b,x',
  'b%23x',
  'b:x',
  '.',
  '..',
  'a'.repeat(256),
  '%zz',
];
test.each(NAMES_REFUSED)('no index is called %.40s', async (name) => {
  expect((await send('PUT', `/${name}`)).status).toBe(400);
});

test.each([
  ['PATCH', '/b/_search', 'GET,POST'],
  ['DELETE', '/b/_search', 'GET,POST'],
  ['PUT', '/', 'GET,HEAD'],
])('%s %s is 405 and says what would do', async (method, path, allow) => {
  const answer = await send(method, path);
  expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
});

test('an unknown path and an unknown parameter are told', async () => {
  expect((await send('GET', '/a/b/c/d')).text).toContain(
    'no handler found for uri [/a/b/c/d] and method [GET]',
  );
  expect((await send('POST', '/_mget?sorts=1', '{}')).text).toContain(
    'request [/_mget] contains unrecognized parameter: [sorts]',
  );
  expect((await send('GET', '/b/_search?sorts=1')).text).toContain(
    '[sorts] -> did you mean any of [sort, stats]?',
  );
});

describe('bodies', () => {
  const bytes = (length: number) => Buffer.alloc(length, 0x20);

  test('as long as the limit go in, one byte more does not', async () => {
    const most = Buffer.concat([Buffer.from('{"size":0}'), bytes(LIMIT_BYTES - 10)]);
    expect((await send('POST', '/b/_search', most)).status).toBe(200);
    const answer = await send('POST', '/b/_search', Buffer.concat([most, bytes(1)]));
    expect([answer.status, typeOf(answer)]).toEqual([413, 'content_too_long_exception']);
  });

  test('without a length are counted as they come', async () => {
    const { hostname, port } = new URL(node.url);
    const status = await new Promise((done, fail) => {
      const request = httpRequest(
        {
          hostname,
          port,
          method: 'POST',
          path: '/b/_search',
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          response.resume();
          done(response.statusCode);
        },
      );
      request.once('error', fail);
      for (let i = 0; i < 80; i++) request.write(bytes(64 * 1024));
      request.end();
    });
    expect(status).toBe(413);
  });

  test('are inflated within the limit', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const small = gzipSync('{"size":0}');
    expect((await send('POST', '/b/_search', small, gzip)).status).toBe(200);
    expect((await send('POST', '/b/_search', gzipSync(bytes(LIMIT_BYTES * 50)), gzip)).status).toBe(
      413,
    );
    expect((await send('POST', '/b/_search', small.subarray(0, 12), gzip)).status).toBe(400);
    expect((await send('POST', '/b/_search', '{"size":0}', gzip)).status).toBe(400);
    expect((await send('POST', '/b/_search', small, { 'content-encoding': 'br' })).status).toBe(
      415,
    );
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.elasticsearch+json;compatible-with=3',
    'x',
    '',
  ])('of type %p are not read', async (type) => {
    expect((await send('POST', '/b/_search', '{}', { 'content-type': type })).status).toBe(406);
  });
});

describe('sockets', () => {
  const RAW: [string, string][] = [
    ['rubbish', 'rubbish\r\n\r\n'],
    [
      'two lengths',
      'POST /b/_search HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    [
      'length and chunks',
      'POST /b/_search HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST /b/_search HTTP/1.1\r\nHost: x\r\nContent-Length: -2\r\n\r\n{}'],
    [
      'chunks of a bad size',
      'POST /b/_search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['headers too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'a line too long',
      `GET /${'x'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ],
    ['zeros', '\0'.repeat(1_000)],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ];
  test.each(RAW)('%s: refused, and the connection ends', async (_what, text) => {
    expect(await rawAnswer(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test('a thousand that say nothing keep nobody out', async () => {
    const { hostname, port } = new URL(node.url);
    const sockets: Socket[] = [];
    try {
      await Promise.all(
        Array.from(
          { length: 1_000 },
          () =>
            new Promise<void>((done, fail) => {
              const socket = connect(Number(port), hostname, () => done());
              socket.once('error', fail);
              sockets.push(socket);
            }),
        ),
      );
      for (const socket of sockets.slice(0, 500))
        socket.write('POST /b/_bulk HTTP/1.1\r\nHost: x\r\nContent-Le');
      expect((await send('GET', '/')).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

function rawAnswer(text: string): Promise<string> {
  const { hostname, port } = new URL(node.url);
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, 'latin1')));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.once('close', () => done(answer));
    socket.once('error', (error) => (answer === '' ? fail(error) : done(answer)));
  });
}

test('text that is dear to analyze is refused before it is', async () => {
  const long = JSON.stringify({ tokenizer: 'ngram', text: 'a'.repeat(2_000_000) });
  const wide = JSON.stringify({
    tokenizer: { type: 'ngram', min_gram: 1, max_gram: 9_999 },
    text: 'a',
  });
  for (const body of [long, wide, '{"text":{}}', '{"text":[[]]}', '{"explain":"1"}']) {
    expect((await send('POST', '/_analyze', body)).status).toBe(400);
  }
});

test('a malformed search is refused for its own fault if no copy of the only shard is started', async () => {
  const settings = { 'index.routing.allocation.require._name': 'nobody' };
  const path = '/unassigned?wait_for_active_shards=0';
  expect((await send('PUT', path, JSON.stringify({ settings }))).status).toBe(200);
  const search = (body: string) => send('POST', '/unassigned/_search', body);
  const good = await search('{"query":{"match_all":{}}}');
  expect([good.status, JSON.parse(good.text).error.reason]).toEqual([503, 'all shards failed']);
  for (const body of ['{"query":', '{"query":{"nobody_knows":{}}}', '{"size":-1}']) {
    expect((await search(body)).status).toBe(400);
  }
});
