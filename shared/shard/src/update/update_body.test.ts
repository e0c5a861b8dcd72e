import { ApiError } from '@skein/errors';
import { refusalOf } from '@skein/errors/testing';
import { parseUpdateBody, validateUpdate } from './update_body.js';

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
    '{"doc_as_upsert":"true","scripted_upsert":true,"detect_noop":"false","if_seq_no":"7","if_primary_term":2.5}',
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
  ['{"if_seq_no":{}}', "if_seq_no doesn't support values of type: START_OBJECT"],
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
    ' 1: script or doc is missing;2: doc must be specified if doc_as_upsert is enabled;',
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
  const filter = (json: string) => parse(`{"_source":${json}}`).source;
  expect(filter('true')).toEqual(all);
  expect(filter('false')).toEqual({ ...all, enabled: false });
  expect(filter('"a.*"')).toEqual({ ...all, includes: ['a.*'] });
  expect(filter('["a","b"]')).toEqual({ ...all, includes: ['a', 'b'] });
  expect(filter('{"include":"a","excludes":["b"]}')).toEqual({
    enabled: true,
    includes: ['a'],
    excludes: ['b'],
  });
});

test.each([
  ['1', "_source doesn't support values of type: VALUE_NUMBER"],
  ['null', "_source doesn't support values of type: VALUE_NULL"],
  ['{"includes":1}', 'Unknown key for a VALUE_NUMBER in [includes].'],
  ['{"includes":null}', 'Unknown key for a VALUE_NULL in [includes].'],
  ['{"x":["a"]}', 'Unknown key for a START_ARRAY in [x].'],
])('a filter of the source is not %s', (json, reason) => {
  const error = refusalOf(() => parse(`{"_source":${json}}`));
  expect(error.type).toBe('x_content_parse_exception');
  expect((error.cause ?? error).message).toContain(reason);
});

test.each([
  ['"if_seq_no":""', 'For input string: ""'],
  ['"if_seq_no":-5', 'sequence numbers must be non negative. got [-5].'],
  ['"if_primary_term":-1', 'primary term must be non negative. got [-1]'],
])('%s is refused', (member, reason) => {
  const error = refusalOf(() => parse(`{${member}}`));
  expect(error.type).toBe('x_content_parse_exception');
  expect(error.cause?.message).toBe(reason);
});

test('a compare-and-set write creates no document', () => {
  const both = parse('{"doc":{},"upsert":{},"doc_as_upsert":true,"if_seq_no":3}');
  expect(refusalOf(() => validateUpdate(both)).reason).toBe(
    "Validation Failed: 1: compare and write operations can not be used with upsert;2: upsert requests don't support `if_seq_no` and `if_primary_term`;",
  );
  const upsert = parse('{"doc":{},"upsert":{}}');
  expect(() => validateUpdate(upsert, { ifSeqNo: 3 })).toThrow("upsert requests don't support");
  expect(() => validateUpdate(parse('{"doc":{}}'), { ifSeqNo: 3, docAsUpsert: true })).toThrow(
    'can not be used with upsert',
  );
});
