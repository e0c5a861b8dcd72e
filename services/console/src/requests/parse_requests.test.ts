import { parseRequests, requestAt } from './parse_requests.js';

const TEXT = `# all of it
GET _cat/indices?v

POST /logs/_search
{
  "query": {
    // the newest
    "term": { "a": "GET" }
  }
}
post http://localhost:9200/_bulk
{"index":{"_index":"a"}}
{"n":1}

PUT /_scripts/x
{ "script": """
  if (a) {
    return "b";
  }
""" }
`;

it('has each request with its body', () => {
  const all = parseRequests(TEXT);
  expect(all.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /_cat/indices?v',
    'POST /logs/_search',
    'POST /_bulk',
    'PUT /_scripts/x',
  ]);
  expect(all[0]?.body).toBeUndefined();
  expect(JSON.parse(all[1]?.body ?? '')).toEqual({ query: { term: { a: 'GET' } } });
  expect(all[2]?.body).toBe('{"index":{"_index":"a"}}\n{"n":1}\n');
  expect(JSON.parse(all[3]?.body ?? '')).toEqual({ script: '  if (a) {\n    return "b";\n  }\n' });
});

it('keeps each line of a text between three quotes', () => {
  const text =
    'PUT /a/_doc/1\n{ "text": """# one\n# two\n@x = y\nGET /b\n""" }\n# a comment\nGET /c';
  const all = parseRequests(text);
  expect(all.map(({ path }) => path)).toEqual(['/a/_doc/1', '/c']);
  expect(JSON.parse(all[0]?.body ?? '')).toEqual({ text: '# one\n# two\n@x = y\nGET /b\n' });
});

it('finds the next request behind three quotes that are not closed', () => {
  const all = parseRequests('PUT /a\n{ "text": """x }\nGET /b');
  expect(all.map(({ path }) => path)).toEqual(['/a', '/b']);
});

it('knows where each stands', () => {
  for (const { from, to, path } of parseRequests(TEXT)) {
    const text = TEXT.slice(from, to);
    expect(text.split('\n')[0]).toContain(path.slice(1, 5));
    expect(text).toBe(text.trimEnd());
  }
});

it('finds the one at the caret', () => {
  expect(requestAt(TEXT, TEXT.indexOf('"term"'))?.path).toBe('/logs/_search');
  expect(requestAt(TEXT, 0)?.path).toBe('/_cat/indices?v');
  expect(requestAt(TEXT, TEXT.length)?.path).toBe('/_scripts/x');
  expect(requestAt('nothing', 0)).toBeUndefined();
});

it('reads lines that end as on Windows', () => {
  const [request] = parseRequests('GET /a\r\n{\r\n"b": 1}\r\n');
  expect([request?.path, JSON.parse(request?.body ?? '')]).toEqual(['/a', { b: 1 }]);
});
