import { curlOf } from '../search/curl.js';
import { parseRequests } from './parse_requests.js';
import { readCurl } from './read_curl.js';

test.each([
  ['curl localhost:9200', 'GET /'],
  ['curl -s "localhost:9200/_cat/indices?v"', 'GET /_cat/indices?v'],
  [
    `curl -X PUT 'http://h:9200/a' -H 'Content-Type: application/json' -d '{"b":{"c":1}}'`,
    'PUT /a\n{\n  "b": {\n    "c": 1\n  }\n}',
  ],
  [`curl -XDELETE https://h/a`, 'DELETE /a'],
  [`curl -u me:secret --request=HEAD h:1/a`, 'HEAD /a'],
  [
    `curl -sXPUT 'h/a?pretty' -H'A: b' -d'{"n":12345678901234567890}'`,
    'PUT /a?pretty\n{\n  "n": 12345678901234567890\n}',
  ],
  [`curl -m 5 --retry 3 --url h/a -I`, 'HEAD /a'],
  [`curl -G h/_search -d q=a -d size=1`, 'GET /_search?q=a&size=1'],
  [`curl -G h/_search --data-urlencode 'q=a b&c' -d size=1`, 'GET /_search?q=a%20b%26c&size=1'],
  [`curl --data-urlencode =a=b h/a`, 'POST /a\na%3Db'],
  [`curl --url-query 'q=a b' --url-query +size=1 h/a?v`, 'GET /a?v&q=a%20b&size=1'],
  [`curl -d '' h/a/_refresh`, 'POST /a/_refresh'],
  [`curl -G h/a`, 'GET /a'],
  ['curl localhost:9200?pretty', 'GET /?pretty'],
  [String.raw`curl h/a --data-raw $'{"b":"it\'s\u0021\\n"}'`, 'POST /a\n{\n  "b": "it\'s!\\n"\n}'],
  [`curl h/a -d "a\\\nb"`, 'POST /a\nab'],
  [`curl h/_search \\\n  -d '{"q":\n"it'\\''s"}'`, 'POST /_search\n{\n  "q": "it\'s"\n}'],
  [`curl h/_bulk --data-binary '{"index":{}}\n{"a":1}\n'`, 'POST /_bulk\n{"index":{}}\n{"a":1}'],
  [`curl h/a -d "{\\"b\\": \\"c\\"}"`, 'POST /a\n{\n  "b": "c"\n}'],
])('%s', (curl, text) => expect(readCurl(curl)).toBe(text));

test.each(['GET /', 'curlew', 'curl', ''])('no command: %s', (text) =>
  expect(readCurl(text)).toBeUndefined(),
);

it('reads what the console writes', () => {
  const body = `{"a":"it's \\"so\\" $HOME"}`;
  const line = curlOf({ method: 'POST', url: 'http://h/x/_search?a=b', body, needsToken: true });
  const [request] = parseRequests(readCurl(line) ?? '');
  expect([request?.method, request?.path]).toEqual(['POST', '/x/_search?a=b']);
  expect(JSON.parse(request?.body ?? '')).toEqual(JSON.parse(body));
});
