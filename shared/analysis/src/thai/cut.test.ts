/**
 * The results of the JDK 17's `BreakIterator` for runs of Thai: random words of the dictionary,
 * pieces of words and letters, one run on each line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { thaiWordEnds } from './cut.js';

const ANSWERS = readFileSync(join(import.meta.dirname, '../../testdata/jdk_thai.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as readonly string[]);

function words(text: string, from = 0, to = text.length): readonly string[] {
  let start = from;
  return thaiWordEnds(text, from, to).map((end) => {
    const word = text.slice(start, end);
    start = end;
    return word;
  });
}

it('cuts as the JDK does', () => {
  expect(ANSWERS.length).toBeGreaterThan(300);
  expect(ANSWERS.map((answer) => words(answer.join('')))).toEqual(ANSWERS);
});

it('knows the words of a library', () => {
  expect(words('หนังสือห้องสมุด')).toEqual(['หนังสือ', 'ห้องสมุด']);
});

it('looks at what follows: the end of a text stops it before its last letter', () => {
  expect(words('กนิษฐากนิห')).toEqual(['กนิษฐากนิห']);
  expect(words('กนิษฐากนิห กนิ', 0, 10)).toEqual(['กนิษฐา', 'ก', 'นิห']);
});

it('takes a run of what no word has for one', () => {
  expect(words('ฺฺฺฺ')).toHaveLength(1);
});
