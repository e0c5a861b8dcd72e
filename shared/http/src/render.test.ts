import { atOnce } from '@skein/base';
import { RawJson } from '@skein/content';
import { answerForm } from './answer_form.js';
import { bodyFormat, parseMediaType } from './content_type.js';
import { corsVerdict } from './cors.js';
import { renderReply } from './render.js';
import { chunksReply, emptyReply, jsonReply, type Reply, textReply } from './reply.js';
import { parseQuery } from './uri.js';

function render(
  reply: Reply,
  query = '',
  accept?: string,
  head = false,
): Readonly<Record<string, string>> {
  const rendered = atOnce(renderReply(reply, answerForm(parseQuery(query), accept), { head }));
  const text = Buffer.concat(rendered.chunks).toString();
  return { ...rendered.headers, text };
}

const VALUE = {
  took: 3,
  hits: { total: 2, hits: [new RawJson(Buffer.from('{"_id":"1","b":1.0}'))] },
};

test.each([
  ['plain', '', undefined, '{"took":3,"hits":{"total":2,"hits":[{"_id":"1","b":1.0}]}}'],
  ['filtered', 'filter_path=hits.hits._id', undefined, '{"hits":{"hits":[{"_id":"1"}]}}'],
  ['excluded', 'filter_path=-hits', undefined, '{"took":3}'],
  ['nothing left', 'filter_path=nope', undefined, '{}'],
])('json: %s', (_name, query, accept, text) => {
  expect(render(jsonReply(VALUE), query, accept).text).toBe(text);
  const chunks = [
    Buffer.from('{"took":3,"hits":{"total":2,'),
    Buffer.from('"hits":[{"_id":"1","b":1.0}]}}'),
  ];
  expect(render(chunksReply(chunks), query, accept).text).toBe(text);
});

test.each([
  ['pretty', '{\n  "b" : [\n    1.0,\n    1e2,\n    "é"\n  ],\n  "2" : { },\n  "1" : 0\n}\n'],
  ['filter_path=*,-x', '{"b":[1.0,1e2,"\\u00e9"],"2":{},"1":0}'],
])('no number and no order of names is another with %s', (query, text) => {
  const chunks = [Buffer.from('{"b":[1.0,1e2,"\\u00e9"],"2":{},"1":0}')];
  expect(render(chunksReply(chunks), query).text).toBe(text);
});

test.each(['', 'pretty', 'filter_path=**.a', 'filter_path=-**.a'])(
  'a long answer is rendered with pauses: [%s]',
  (query) => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ a: i, b: `text ${i}` }));
    const rendering = renderReply(jsonReply({ many }), answerForm(parseQuery(query), undefined), {
      head: false,
    });
    let pauses = 0;
    while (rendering.next().done !== true) pauses++;
    expect(pauses).toBeGreaterThanOrEqual(100);
  },
);

test('pretty ends with a line, and reaches into what was encoded before', () => {
  const { text } = render(jsonReply({ a: new RawJson(Buffer.from('{"b":1}')) }), 'pretty');
  expect(text).toBe('{\n  "a" : {\n    "b" : 1\n  }\n}\n');
});

test('yaml by parameter and by header', () => {
  for (const answer of [
    render(jsonReply({ a: 1 }), 'format=yaml'),
    render(jsonReply({ a: 1 }), '', 'application/yaml'),
  ]) {
    expect(answer).toMatchObject({ 'content-type': 'application/yaml', text: '---\na: 1\n' });
  }
});

test('a HEAD answer has the length of the whole and no body', () => {
  expect(render(textReply('hello'), '', undefined, true)).toMatchObject({
    'content-length': '5',
    text: '',
  });
});

test('a HEAD answer that is made without a body has the type of a GET, and no length', () => {
  const answer = render(emptyReply(404), '', undefined, true);
  expect(answer).toEqual({ 'content-type': 'application/json; charset=UTF-8', text: '' });
  expect(render(emptyReply(200))).toMatchObject({ 'content-length': '0' });
});

test.each([
  [undefined, 'application/json; charset=UTF-8'],
  ['*/*', 'application/json; charset=UTF-8'],
  ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json; charset=UTF-8'],
  [
    'application/vnd.elasticsearch+json; compatible-with=8,text/plain',
    'application/vnd.elasticsearch+json;compatible-with=8',
  ],
  [
    'application/vnd.elasticsearch+json;compatible-with=9',
    'application/vnd.elasticsearch+json;compatible-with=9',
  ],
  [
    'application/vnd.opensearch+json; compatible-with=7',
    'application/vnd.opensearch+json;compatible-with=7',
  ],
])('Accept %s is answered with %s', (accept, type) => {
  expect(render(jsonReply({}), '', accept)['content-type']).toBe(type);
});

test.each([
  ['application/json', 'json'],
  ['application/json; charset=UTF-8', 'json'],
  ['APPLICATION/JSON', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.elasticsearch+x-ndjson; compatible-with=8', 'ndjson'],
  ['application/smile', 'smile'],
])('body type %s', (header, format) => {
  expect(bodyFormat(header, { ndjson: true })).toBe(format);
});

test.each(['yaml', 'cbor'])('%s is no form of a stream', (form) => {
  expect(bodyFormat(`application/${form}`, { ndjson: false })).toBe(form);
  expect(() => bodyFormat(`application/${form}`, { ndjson: true })).toThrow(
    `Content-Type [${form.toUpperCase()}] does not support stream parsing. Use JSON or SMILE instead`,
  );
});

test('a stream of lines is JSON to an endpoint that reads none', () => {
  expect(bodyFormat('application/x-ndjson', { ndjson: false })).toBe('json');
  expect(bodyFormat('Application/* ; q=1', { ndjson: false })).toBe('json');
  expect(() => bodyFormat('*/*', { ndjson: false })).toThrow('is not supported');
});

test('body types refused', () => {
  expect(() => bodyFormat(undefined, { ndjson: true })).toThrow('Content-Type header is missing');
  expect(() => bodyFormat('text/plain', { ndjson: true })).toThrow('is not supported');
  expect(parseMediaType('application/vnd.elasticsearch+json;compatible-with=6')).toBeUndefined();
  expect(parseMediaType('application/constructor')).toBeUndefined();
});

describe('cors', () => {
  const rules = {
    enabled: true,
    allowOrigin: '/https?:\\/\\/localhost(:[0-9]+)?/',
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type'],
    allowCredentials: false,
    maxAgeSeconds: 10,
  };
  const host = 'search:9200';
  test('an origin that fits is let in, another is refused, the own one needs no rule', () => {
    const ask = (origin: string | undefined, method = 'GET') =>
      corsVerdict(rules, { origin, method, host }).kind;
    expect(ask('http://localhost:3000')).toBe('allowed');
    expect(ask('http://localhost.evil.com')).toBe('refused');
    expect(ask('http://search:9200')).toBe('none');
    expect(ask(undefined)).toBe('none');
  });
  test('a preflight is told methods and headers', () => {
    expect(corsVerdict(rules, { origin: 'http://localhost', method: 'OPTIONS', host })).toEqual({
      kind: 'allowed',
      headers: expect.objectContaining({
        'access-control-allow-origin': 'http://localhost',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Content-Type',
        'access-control-max-age': '10',
      }),
    });
  });
});
