import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Extracted } from '@skein/extraction/calls';
import type { IngestPorts } from '../ingest_ports.js';
import { simulated, testThread } from '../testing/test_thread.js';

type Request = Parameters<IngestPorts['extract']>[0];

const FOUND = {
  ...{ content: ' a text\n', title: 'T', author: '', keywords: 'k', date: undefined },
  ...{ contentType: 'text/plain', language: 'en' },
} as Extracted;

function run(config: JsonObject, source: JsonObject, extract: () => Extracted = () => FOUND) {
  const asked: Request[] = [];
  const thread = testThread({
    ports: {
      extract: (request) => {
        asked.push(request);
        return extract();
      },
    },
  });
  const processor = { attachment: { field: 'data', ...config } };
  const [result] = simulated([processor], [source], { thread });
  return { asked, source: result?._source, error: result?.error };
}

test('a no-break space is no white space around a text', () => {
  const found = { ...FOUND, content: '\t\u00a0a text\u00a0\n' };
  expect(run({}, { data: 'eA==' }, () => found).source).toMatchObject({
    attachment: { content: '\u00a0a text\u00a0' },
  });
});

test('what is in a file comes into its field, without what the file lacks', () => {
  const { source, asked } = run({}, { data: 'eA==' });
  expect(source).toEqual({
    data: 'eA==',
    attachment: {
      ...{ content: 'a text', title: 'T', keywords: 'k', content_type: 'text/plain' },
      ...{ content_length: 8, language: 'en' },
    },
  });
  expect(asked).toEqual([
    { base64: 'eA==', maxChars: 100_000, resourceName: undefined, wantsLanguage: true },
  ]);
});

test('only the properties that are asked for come, and only their work is done', () => {
  const { source, asked } = run({ properties: ['TITLE', 'content_length'] }, { data: 'eA==' });
  expect(source?.attachment).toEqual({ title: 'T', content_length: 8 });
  expect(asked[0]?.wantsLanguage).toBe(false);
  expect(() => run({ properties: ['pages'] }, { data: '' })).toThrow(
    'illegal field option [pages]. valid values are [CONTENT, TITLE, AUTHOR, KEYWORDS, DATE, CONTENT_TYPE, CONTENT_LENGTH, LANGUAGE]',
  );
});

test('the number of characters is that of the processor, or of the document', () => {
  const most = (config: JsonObject, source: JsonObject = {}) =>
    run(config, { data: 'eA==', ...source }).asked[0]?.maxChars;
  expect(most({ indexed_chars: 5 })).toBe(5);
  const both = { indexed_chars: 5, indexed_chars_field: 'most' };
  expect([most(both), most(both, { most: 7 })]).toEqual([5, 7]);
});

test('the name of the file is told, the file may be removed, the target has another name', () => {
  const { source, asked } = run(
    { resource_name: 'name', remove_binary: true, target_field: 'x.y' },
    { data: 'eA==', name: 'a.txt' },
  );
  expect(asked[0]?.resourceName).toBe('a.txt');
  expect(Object.keys(source ?? {})).toEqual(['name', 'x']);
  expect(source?.x).toHaveProperty('y.title', 'T');
});

test('a field without a file is a failure, unless it may be missing', () => {
  expect(run({}, {}).error?.reason).toBe('field [data] not present as part of path [data]');
  expect(run({}, { data: null }).error?.reason).toBe('field [data] is null, cannot parse.');
  expect(run({}, { data: 5 }).error?.reason).toBe(
    'Content field [data] of unknown type [java.lang.Integer], must be string or byte array',
  );
  for (const source of [{}, { data: null }]) {
    const { source: left, asked } = run({ ignore_missing: true }, source);
    expect([left, asked]).toEqual([source, []]);
  }
  expect(run({ ignore_missing: true }, { data: 5 }).error).toBeDefined();
});

test('a file that cannot be read is a failure with its cause', () => {
  const broken = () => {
    throw new ApiError('parse_exception', 'broken');
  };
  expect(run({}, { data: 'eA==' }, broken).error).toMatchObject({
    type: 'parse_exception',
    reason: 'Error parsing document in field [data]',
    caused_by: { reason: 'broken' },
  });
});
