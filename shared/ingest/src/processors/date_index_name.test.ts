/** Faults of `date_index_name` that are found when the pipeline is read. */
import { encodeJson, type JsonObject } from '@skein/content';
import { simulateBytes, testThread } from '../testing/test_thread.js';

const thread = testThread();

function indexOf(options: JsonObject): unknown {
  const processor = { date_index_name: { field: 'd', date_rounding: 'M', ...options } };
  const docs = [{ _source: { d: '2024-05-06T07:08:09.000Z' } }];
  const body = { pipeline: { processors: [processor] }, docs };
  const answered = simulateBytes(thread, encodeJson(body as JsonObject));
  const [result] = answered.docs as [{ doc: { _index: string } }];
  return result.doc._index;
}

test.each([
  ['text', 'Invalid format: [text]: Unknown pattern letter: t'],
  [' ', 'No date pattern provided'],
])('a date format [%s] that no date can be read with is refused', (format, reason) => {
  expect(() => indexOf({ date_formats: ['ISO8601', format] })).toThrow(reason);
});

test.each(['', ' ', 'x', 'de_DE', '{{lang}}'])('a locale [%s] is no language tag', (locale) => {
  expect(() => indexOf({ locale })).toThrow(`Invalid language tag specified: ${locale}`);
});

test('a time zone that is none is refused', () => {
  expect(() => indexOf({ timezone: 'Mars/Base' })).toThrow('Mars/Base');
  expect(indexOf({ timezone: 'Europe/Berlin' })).toBe(
    '<{2024-05-06||/M{yyyy-MM-dd|Europe/Berlin}}>',
  );
});

test.each(['de', 'de-DE', 'zh-Hant-TW'])('a locale [%s] is taken', (locale) => {
  expect(indexOf({ locale })).toBe('<{2024-05-06||/M{yyyy-MM-dd|UTC}}>');
});
