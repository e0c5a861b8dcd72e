import { parseRequests, requestAt } from './parse_requests.js';
import { filledIn, readVariables } from './variables.js';

const TEXT = `@index = logs-2026
@size=5

GET /{{index}}/_search
@size = 7
{ "size": {{ size }}, "query": { "term": { "a": "{{other}}" } } }
`;

it('puts values in paths and bodies, and leaves names that have none', () => {
  const [request] = parseRequests(TEXT);
  if (request === undefined) throw new Error('there is one');
  const { path, body } = filledIn(request, readVariables(TEXT));
  expect(path).toBe('/logs-2026/_search');
  expect(body).toBe('{ "size": 7, "query": { "term": { "a": "{{other}}" } } }');
});

it('takes the line of a variable for no part of a request', () => {
  expect(requestAt(TEXT, TEXT.length)?.body).not.toContain('@size');
  expect([...readVariables('"@timestamp": 1\n@timestamp\n@a =')]).toEqual([['a', '']]);
});

it('takes a whole path for a variable', () => {
  const text = '@where = _cat/indices\nGET {{where}}';
  const request = requestAt(text, text.length);
  if (request === undefined) throw new Error('there is one');
  expect(filledIn(request, readVariables(text)).path).toBe('/_cat/indices');
});
