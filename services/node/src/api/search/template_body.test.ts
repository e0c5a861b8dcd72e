import { RequestBody } from '@skein/http';
import { locatedBody } from './search_body.js';
import { readTemplateRequest, renderedBody } from './template_body.js';

function read(body: string, pathId?: string) {
  const located = locatedBody(new RequestBody(Buffer.from(body), 'json'));
  return readTemplateRequest(located, pathId);
}

test.each([
  ['{"id":"a","source":"{}"}', undefined, 'inline {}'],
  ['{"source":"{}","id":"a"}', undefined, 'stored a'],
  ['{"source":"{}","id":"a"}', 'b', 'stored b'],
  ['{"source":{"size":1}}', undefined, 'inline {"size":1}'],
])('%s with the id %s in the path is a template', (body, pathId, expected) => {
  const { type, idOrCode } = read(body, pathId).template;
  expect(`${type} ${idOrCode}`).toBe(expected);
});

test.each([
  ['{}', "1: template is missing;2: template's script type is missing;"],
  ['{"source":""}', 'Validation Failed: 1: template is missing;'],
  ['{"id":""}', 'Validation Failed: 1: template is missing;'],
  ['{"source":[]}', "[1:11] [search_template] source doesn't support values of type: START_ARRAY"],
  ['{"source":"","params":1.0}', "params doesn't support values of type: VALUE_NUMBER"],
  ['{"params":null}', "[1:11] [search_template] params doesn't support values of type: VALUE_NULL"],
  [
    '{"explain":1}',
    "[1:12] [search_template] explain doesn't support values of type: VALUE_NUMBER",
  ],
  ['{"sauce":""}', '[1:2] [search_template] unknown field [sauce] did you mean [source]?'],
])('%s is refused', (body, reason) => {
  expect(() => read(body)).toThrow(reason);
});

test('flags may be texts', () => {
  expect(read('{"source":"{}","explain":"true","profile":"false"}')).toMatchObject({
    explain: true,
    profile: false,
  });
});

const rendered = (text: string, flags = '') => renderedBody(text, read(`{"source":"-"${flags}}`));

test('the request alone decides about explanations and profiles', () => {
  const text = '{"explain":true,"profile":true,"size":1}';
  expect(rendered(text).json).toEqual({ size: 1 });
  expect(rendered(text, ',"profile":true').json).toEqual({ size: 1, profile: true });
});

test('what follows the rendered search is not read', () => {
  expect(rendered('{"size":1}}').json).toEqual({ size: 1 });
});

test.each([
  ['', 'Expected [START_OBJECT] but found [null]'],
  [' \n', 'Expected [START_OBJECT] but found [null]'],
  ['[1]', 'Expected [START_OBJECT] but found [START_ARRAY]'],
  ['{"size":1', 'Unexpected end-of-input'],
])('a template that renders to %j is no search', (text, reason) => {
  expect(() => rendered(text)).toThrow(reason);
});
