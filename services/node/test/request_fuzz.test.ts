/**
 * Random malformed requests: good ones with parts exchanged, doubled, cut or replaced. Every status
 * is below 500, except the few cases in which OpenSearch answers 500 too, and the node continues. A
 * failure prints its seed; `SEED` runs it again.
 */
import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { LoneNode } from './lone_node.js';

const REQUESTS = 3_000;
const AT_ONCE = 8;
const SEED = fc.readConfigureGlobal()?.seed ?? 1;

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start();
  // If the first write created it, a search at that instant would meet a shard that is not started.
  expect((await send('PUT', '/f')).status).toBe(200);
});
afterAll(() => node?.stop());

/** A random generator (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const GOOD: readonly (readonly [method: string, path: string, body?: string])[] = [
  [
    'POST',
    '/f/_search',
    '{"query":{"bool":{"must":[{"match":{"t":"a b"}}],"filter":[{"range":{"n":{"gte":1,"lt":9}}}],"minimum_should_match":0}},"sort":[{"n":"desc"}],"size":3,"_source":["t"]}',
  ],
  [
    'POST',
    '/f/_search',
    '{"query":{"terms":{"k":["a","b"]}},"from":0,"track_total_hits":true,"search_after":[1],"sort":["n"]}',
  ],
  [
    'POST',
    '/f/_search',
    '{"query":{"multi_match":{"query":"a","fields":["t^2","k"]}},"min_score":0.1,"indices_boost":[{"f":2}]}',
  ],
  [
    'POST',
    '/f/_search',
    '{"query":{"constant_score":{"filter":{"prefix":{"k":{"value":"a"}}},"boost":2}},"fields":["n"],"docvalue_fields":["n"]}',
  ],
  ['GET', '/f/_search?q=t:a&size=2&sort=n:asc&_source_includes=t'],
  ['POST', '/f/_count', '{"query":{"exists":{"field":"n"}}}'],
  ['PUT', '/f/_doc/1?refresh=true', '{"t":"a b c","n":5,"k":"x","d":"2024-01-01","o":{"p":[1,2]}}'],
  ['POST', '/f/_doc', '{"t":"a","n":[1,2],"g":{"lat":1,"lon":2},"i":"::1"}'],
  ['POST', '/f/_update/1', '{"doc":{"n":6},"doc_as_upsert":true,"detect_noop":false}'],
  [
    'POST',
    '/_bulk?refresh=true',
    '{"index":{"_index":"f","_id":"2"}}\n{"t":"x"}\n{"update":{"_index":"f","_id":"2"}}\n{"doc":{"n":1}}\n{"delete":{"_index":"f","_id":"3"}}\n',
  ],
  ['POST', '/_msearch', '{"index":"f"}\n{"query":{"match_all":{}}}\n{}\n{"size":0}\n'],
  [
    'POST',
    '/_mget',
    '{"docs":[{"_index":"f","_id":"1","_source":["t"]},{"_index":"f","_id":"2"}]}',
  ],
  [
    'PUT',
    '/f2',
    '{"settings":{"number_of_replicas":0,"analysis":{"analyzer":{"a":{"type":"custom","tokenizer":"standard","filter":["lowercase"]}}}},"mappings":{"properties":{"t":{"type":"text","analyzer":"a","fields":{"k":{"type":"keyword"}}}}},"aliases":{"fa":{"filter":{"term":{"k":"x"}}}}}',
  ],
  ['DELETE', '/f2'],
  ['PUT', '/f/_mapping', '{"properties":{"q":{"type":"date","format":"yyyy"},"r":{"type":"ip"}}}'],
  ['PUT', '/f/_settings', '{"index":{"refresh_interval":"1s","number_of_replicas":0}}'],
  [
    'POST',
    '/_aliases',
    '{"actions":[{"add":{"index":"f","alias":"z","is_write_index":true}},{"remove":{"index":"f","alias":"z"}}]}',
  ],
  [
    'POST',
    '/_analyze',
    '{"tokenizer":"standard","filter":["lowercase",{"type":"ngram","min_gram":1,"max_gram":2}],"text":["Ab c"]}',
  ],
  [
    'PUT',
    '/_template/ft',
    '{"index_patterns":["g-*"],"order":1,"settings":{"number_of_shards":1},"mappings":{"properties":{"a":{"type":"long"}}}}',
  ],
  ['PUT', '/_cluster/settings', '{"persistent":{"action.auto_create_index":"true"}}'],
  ['GET', '/_cat/indices?v&h=index,health&s=index&bytes=b&format=json'],
  ['GET', '/_cluster/health?level=shards&wait_for_status=red&timeout=1ms'],
  ['GET', '/_cluster/state/metadata/f?filter_path=metadata.indices.*.state'],
  ['GET', '/_nodes/stats/jvm?human&pretty'],
  ['GET', '/f/_stats/docs?level=shards'],
  ['GET', '/f/_mapping/field/*?include_defaults=true'],
  ['GET', '/f,-f2/_settings/index.*?flat_settings=true&expand_wildcards=all'],
  ['HEAD', '/f/_doc/1?realtime=false'],
];
const PIECES = [
  ...[
    'null',
    'true',
    '-1',
    '0',
    '1e400',
    '9223372036854775808',
    '1.5',
    '""',
    '"x"',
    '[]',
    '{}',
    '[null]',
    '[[1]]',
    '{"a":{}}',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '{"__proto__":1}',
    '"\\ud800"',
    '"\\u0000"',
    '"*"',
    '"**"',
    '"2024-13-45"',
    '"now/y"',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\n',
    '\u00e9',
    '\ud83d',
    '\u0000',
    '//',
    'NaN',
    '"[1 TO"',
    '"a:("',
  ],
];
const BITS = [
  '%',
  '%00',
  '%2F',
  '*',
  ',',
  '-',
  '..',
  '?',
  '&',
  '=',
  '[',
  '{',
  '"',
  '<',
  '+',
  '_all',
  '__proto__',
  '\u00e9',
  '%F0%9F%98%80',
  '99999999999',
  'true',
  'nope=1',
];

function mutated(
  text: string,
  random: (below: number) => number,
  parts: readonly string[],
): string {
  const part = () => parts[random(parts.length)] ?? '';
  const at = random(text.length + 1);
  switch (random(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + part() + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + random(4));
    case 3: {
      // A whole value: the text between a colon or bracket and the next delimiter.
      const values = [...text.matchAll(/(?<=[:[,=/])[^,:[\]{}=&/]+(?=[,\]}&/]|$)/g)];
      const value = values[random(Math.max(1, values.length))];
      if (!value) return text + part();
      return text.slice(0, value.index) + part() + text.slice(value.index + value[0].length);
    }
    case 4:
      return text.slice(0, at) + text.slice(random(text.length + 1));
    default:
      return text;
  }
}

/** Faults of the caller that OpenSearch 2.19, and so this node, answers with 500. */
const AS_OPENSEARCH =
  /Can't get text on a |Unable to sort by unknown sort key|source and source_content_type parameters are required|number of tokens produced by calling _analyze|Failed to parse int setting|out of range of int|fieldName.{0,2} is null|cannot be disabled if|parameter must be set to 0 when|has more than one write index/;

test(`${REQUESTS} requests gone wrong, seed ${SEED}`, async () => {
  const random = randomFrom(SEED);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const faults: string[] = [];
  const one = async () => {
    const [method, goodPath, goodBody] = pick(GOOD);
    let body = goodBody;
    let path = goodPath;
    for (let i = random(3); i >= 0 && body !== undefined; i--) body = mutated(body, random, PIECES);
    if (body === undefined || random(4) === 0) path = `/${mutated(path.slice(1), random, BITS)}`;
    const used =
      random(20) === 0 ? pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS']) : method;
    // Requests that wait would time out, and deleting all indices would make the remaining requests
    // pointless.
    if (/wait_for|timeout/.test(path) || (used === 'DELETE' && !path.startsWith('/f2')))
      path = goodPath;
    const shown = `seed ${SEED}: ${used} ${path} ${body}`;
    const { status, text } = await send(
      used,
      encodeURI(path.toWellFormed()).replaceAll('%25', '%'),
      body,
    );
    if (status >= 500 && !AS_OPENSEARCH.test(text))
      faults.push(`${shown}\n-> ${status} ${text.slice(0, 400)}`);
  };
  for (let done = 0; done < REQUESTS && faults.length < 5; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
  expect(faults.join('\n\n')).toBe('');
  expect((await send('GET', '/')).status).toBe(200);
});

function send(
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(node.url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const type = /_bulk|_msearch/.test(path) ? 'application/x-ndjson' : 'application/json';
  const headers = bytes ? { 'content-type': type, 'content-length': bytes.length } : {};
  return new Promise((done, fail) => {
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.once('error', fail);
    request.end(bytes);
  });
}
