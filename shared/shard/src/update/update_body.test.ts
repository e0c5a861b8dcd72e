import { ApiError } from '@skein/errors';
import { refusalOf } from '@skein/errors/testing';
import { parseUpdateBody, sourceFilterOf, validateUpdate } from './update_body.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseUpdateBody(bytes(text));

test('without its members an update has the defaults of OpenSearch', () => {
  expect(parse('{}')).toEqual({
    doc: undefined,
    upsert: undefined,
    script: undefined,
    docAsUpsert: false,
    scriptedUpsert: false,
    detectNoop: true,
    source: undefined,
    ifSeqNo: undefined,
    ifPrimaryTerm: undefined,
  });
});

test('documents stay the bytes that arrived', () => {
  const { doc, upsert } = parse('{"doc": {"a" : [1.0, {}]}, "upsert":{ }}');
  expect(doc).toEqual(bytes('{"a" : [1.0, {}]}'));
  expect(upsert).toEqual(bytes('{ }'));
});

test('the empty text is a false flag', () => {
  expect(parse('{"detect_noop":"","doc_as_upsert":""}')).toMatchObject({
    detectNoop: false,
    docAsUpsert: false,
  });
});

test('flags and numbers may be texts', () => {
  const body = parse(
    '{"doc_as_upsert":"true","scripted_upsert":true,"detect_noop":"false","if_seq_no":"7","if_primary_term":2}',
  );
  expect(body).toMatchObject({
    docAsUpsert: true,
    scriptedUpsert: true,
    detectNoop: false,
    ifSeqNo: 7,
    ifPrimaryTerm: 2,
  });
});

test.each([
  ['[]', '[1:1] [UpdateRequest] Expected START_OBJECT but was: START_ARRAY'],
  ['{"doc":1}', "[1:8] [UpdateRequest] doc doesn't support values of type: VALUE_NUMBER"],
  ['{"upsert":[]}', "[1:11] [UpdateRequest] upsert doesn't support values of type: START_ARRAY"],
  ['{"script":1}', "[1:11] [UpdateRequest] script doesn't support values of type: VALUE_NUMBER"],
  ['{"detect_noop":1}', "[UpdateRequest] detect_noop doesn't support values of type: VALUE_NUMBER"],
  ['{"detect_noop":"no"}', '[1:16] [UpdateRequest] failed to parse field [detect_noop]'],
  ['{"if_seq_no":1.5}', '[UpdateRequest] failed to parse field [if_seq_no]'],
  [
    '{"doc_upsert":1}',
    '[1:2] [UpdateRequest] unknown field [doc_upsert] did you mean any of [doc_as_upsert, upsert]?',
  ],
  ['{"zzzz":1}', '[1:2] [UpdateRequest] unknown field [zzzz]'],
  ['{"dox":1}', '[1:2] [UpdateRequest] unknown field [dox] did you mean [doc]?'],
  ['{"_sourc":1}', '[UpdateRequest] unknown field [_sourc] did you mean [_source]?'],
])('%s is refused', (text, reason) => {
  const { type, reason: found } = refusalOf(() => parse(text));
  expect(type).toBe('x_content_parse_exception');
  expect(found).toContain(reason);
});

test.each(['{"doc":{}} {}', '{"doc":{}}}', '{"doc":{}', '{"doc":{}} x'])(
  '%s is no whole object, or more than one',
  (text) => {
    expect(() => parse(text)).toThrow();
  },
);

test('a fault in a script is the cause of an error of its field', () => {
  const error = refusalOf(() => parse('{"script":{"source":"1","params":[]}}'));
  expect(error.reason).toMatch(/^\[1:\d+\] \[UpdateRequest\] failed to parse field \[script\]$/);
  expect(error.cause).toBeInstanceOf(ApiError);
  expect(parse('{"script":"1"}').script).toMatchObject({ idOrCode: '1' });
});

test('a syntax error in a script is the root cause, another fault is not', () => {
  const syntax = refusalOf(() => parse('{"script":{"source":"1","nope":1}}'));
  expect(syntax.cause).toMatchObject({ type: 'x_content_parse_exception' });
  expect(syntax.rootCauses).toEqual([syntax.cause]);
  const other = refusalOf(() => parse('{"script":{}}'));
  expect(other.cause).toMatchObject({ type: 'illegal_argument_exception' });
  expect(other.rootCauses).not.toEqual([other.cause]);
});

test.each([
  ['{}', ' 1: script or doc is missing;'],
  ['{"doc_as_upsert":true,"script":"1"}', ' 1: doc must be specified if doc_as_upsert is enabled;'],
  ['{"doc":{},"script":"1"}', " 1: can't provide both script and doc;"],
  [
    '{"doc_as_upsert":true}',
    ' 1: script or doc is missing; 2: doc must be specified if doc_as_upsert is enabled;',
  ],
])('%s cannot be carried out', (text, faults) => {
  expect(refusalOf(() => validateUpdate(parse(text)))).toMatchObject({
    type: 'action_request_validation_exception',
    reason: `Validation Failed:${faults}`,
  });
});

test.each(['{"doc":{}}', '{"script":"1"}', '{"doc":{},"doc_as_upsert":true}'])(
  '%s can be carried out',
  (text) => {
    expect(() => validateUpdate(parse(text))).not.toThrow();
  },
);

test('a filter of the source is a flag, patterns or two lists', () => {
  const all = { enabled: true, includes: [], excludes: [] };
  expect(sourceFilterOf(true)).toEqual(all);
  expect(sourceFilterOf(false)).toEqual({ ...all, enabled: false });
  expect(sourceFilterOf('a.*')).toEqual({ ...all, includes: ['a.*'] });
  expect(sourceFilterOf(['a', 'b'])).toEqual({ ...all, includes: ['a', 'b'] });
  expect(sourceFilterOf({ include: 'a', excludes: ['b'] })).toEqual({
    enabled: true,
    includes: ['a'],
    excludes: ['b'],
  });
  expect(sourceFilterOf({ includes: ['a'], exclude: 'b' })).toEqual({
    enabled: true,
    includes: ['a'],
    excludes: ['b'],
  });
  for (const wrong of [1, [1], { includes: 1 }, null])
    expect(refusalOf(() => sourceFilterOf(wrong)).type).toBe('parsing_exception');
});
