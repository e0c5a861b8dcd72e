import { JsonBuffer, parseJson, stringifyJson } from '@skein/content';
import { HitWriter } from './hit_writer.js';

test.each([
  [1.5, '{"_score":1.5}'],
  [Number.NaN, '{"_score":null}'],
  [Number.POSITIVE_INFINITY, '{"_score":"Infinity"}'],
])('the score %d is valid JSON', (score, expected) => {
  const buffer = new JsonBuffer();
  const writer = new HitWriter(buffer);
  writer.score(score);
  writer.end();
  const bytes = buffer.finish();
  expect(stringifyJson(parseJson(bytes))).toBe(expected);
});
