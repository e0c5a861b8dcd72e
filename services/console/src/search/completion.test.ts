import { completed, nextChoice, valueText, wantedAt } from './completion.js';

/** `|` marks the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
};

const wanted = (marked: string) => {
  const { text, caret } = at(marked);
  return wantedAt(text, caret);
};

test.each([
  ['|', { kind: 'nothing' }],
  ['lev|', { kind: 'field', prefix: 'lev', start: 0 }],
  ['a AND (le|', { kind: 'field', prefix: 'le', start: 7 }],
  ['-le|', { kind: 'field', prefix: 'le', start: 1 }],
  ['level:|', { kind: 'value', field: 'level', prefix: '', start: 6 }],
  ['x level:er| y', { kind: 'value', field: 'level', prefix: 'er', start: 8 }],
  ['+level:"two wo|', { kind: 'value', field: 'level', prefix: 'two wo', start: 7 }],
  ['"a phra|', { kind: 'nothing' }],
  ['level:error |', { kind: 'nothing' }],
])('%s', (marked, expected) => expect(wanted(marked)).toEqual(expected));

test.each([
  ['a lev| b', 'level', 'a level:| b'],
  ['level:er|', 'error', 'level:error |'],
  ['level:"two| x', 'two words', 'level:"two words" | x'],
  ['level:"t|"', 'two', 'level:two |'],
  ['level:|', 'OR', 'level:"OR" |'],
])('%s with %s is %s', (marked, choice, expected) => {
  const { text, caret } = at(marked);
  const place = wantedAt(text, caret);
  if (place.kind === 'nothing') throw new Error('nothing to complete');
  const done = completed(text, caret, place, choice);
  expect(`${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`).toBe(expected);
});

test.each([
  ['error', 'error'],
  ['a-b', 'a-b'],
  ['-b', '"-b"'],
  ['say "hi"', String.raw`"say \"hi\""`],
  [String.raw`c:\d`, String.raw`"c:\\d"`],
  ['größe', 'größe'],
])('the value %s is written %s', (value, text) => expect(valueText(value)).toBe(text));

it.each([
  [-1, 1, 0],
  [-1, -1, 2],
  [0, -1, 2],
  [2, 1, 0],
  [1, 1, 2],
] as const)('from choice %i, a step of %i leads to %i', (chosen, step, next) => {
  expect(nextChoice(chosen, step, 3)).toBe(next);
});
