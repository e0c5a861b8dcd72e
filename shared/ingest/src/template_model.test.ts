/** Tests that conditions and templates see a document, and change nothing of it. */
import type { JsonObject } from '@skein/content';
import { JList, JMap, mapFromJson, type Value } from '@skein/java';
import { readOnlyMap } from './template_model.js';
import { simulated } from './testing/test_thread.js';

const SOURCE = { a: 1, o: { p: [1, { q: 2 }] }, text: 'x' };

function when(condition: string): unknown {
  const [result] = simulated([{ set: { field: 'seen', value: true, if: condition } }], [SOURCE]);
  const error = result?.error as JsonObject | undefined;
  return error === undefined ? result?._source?.seen === true : JSON.stringify(error);
}

test.each([
  ['ctx.a == 1', true],
  ['ctx.o.p[1].q == 2', true],
  ['ctx.o.p.size() == 2', true],
  ['ctx.none == null', true],
  ["ctx.containsKey('a')", true],
  ["ctx.containsKey('none')", false],
  ["ctx.o.containsKey('p')", true],
  ["ctx.keySet().contains('text')", true],
  ['ctx.o.size() == 1', true],
  ["ctx._index == '_index'", true],
])('a condition sees %s: %s', (condition, expected) => {
  expect(when(condition)).toBe(expected);
});

test.each([
  'ctx.a = 2; return true',
  "ctx.remove('a'); return true",
  'ctx.clear(); return true',
  'ctx.o.p = 1; return true',
  "ctx.o.remove('p'); return true",
  'ctx.o.p[0] = 5; return true',
  'ctx.o.p.add(3); return true',
  'ctx.o.p.remove(0); return true',
  'ctx.o.p[1].q = 3; return true',
])('a condition does not change: %s', (condition) => {
  expect(when(condition)).toContain('Mutating ingest documents in conditionals is not supported');
});

test('a condition that asks for a list again gets the same copy', () => {
  const shown = readOnlyMap(mapFromJson({ o: { l: [1, 2] } }));
  const listIn = (map: Value): Value => (map instanceof JMap ? map.get('l') : null);
  expect(listIn(shown.get('o'))).toBeInstanceOf(JList);
  expect(listIn(shown.get('o'))).toBe(listIn(shown.get('o')));
});

test.each([
  ['{{a}}', '1'],
  ['{{o.p.1.q}}', '2'],
  ['{{_source.text}}', 'x'],
  ['{{none}}', ''],
  ['{{_index}}/{{_id}}', '_index/_id'],
  ['{{#o}}{{text}}{{/o}}', 'x'],
  ['{{^none}}none{{/none}}', 'none'],
])('the template %s gives %s', (value, expected) => {
  const [result] = simulated([{ set: { field: 'made', value } }], [SOURCE]);
  expect(result?._source?.made).toBe(expected);
});

test('a template sees the time of the run', () => {
  const [result] = simulated([{ set: { field: 'at', value: '{{_ingest.timestamp}}' } }], [SOURCE]);
  expect(String(result?._source?.at)).toContain('2026-11-26T00:00');
});
