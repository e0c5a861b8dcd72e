/**
 * Boundaries as Java 17 finds them: `testdata/java_boundaries.ndjson` has real and random texts
 * with Java's own answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DONE, following, preceding } from './boundaries.js';
import { firstSentence, lastSentence, sentenceBoundaries } from './sentences.js';
import { wordBefore, wordBehind, wordBoundaries } from './words.js';

interface Answer {
  readonly text: string;
  readonly sentences: readonly number[];
  readonly words: readonly number[];
}

const ANSWERS = readFileSync(join(__dirname, 'testdata/java_boundaries.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Answer => JSON.parse(line));

function pieces(text: string, boundaries: Int32Array): string[] {
  return Array.from(boundaries.subarray(1), (end, i) => text.slice(boundaries[i], end));
}

test('sentences end where they do in Java', () => {
  for (const { text, sentences } of ANSWERS) {
    expect([text, ...sentenceBoundaries(text)]).toEqual([text, ...sentences]);
  }
});

test('words end where they do in Java', () => {
  for (const { text, words } of ANSWERS) {
    expect([text, ...wordBoundaries(text)]).toEqual([text, ...words]);
  }
});

test('the words around an offset are found without those before them', () => {
  for (const { text, words } of ANSWERS) {
    const boundaries = Int32Array.from(words);
    for (let offset = 0; offset <= text.length; offset += 3) {
      const found = [text, offset, wordBefore(text, offset), wordBehind(text, offset)];
      const known = [preceding(boundaries, offset), following(boundaries, offset)];
      expect(found).toEqual([text, offset, ...known]);
    }
  }
});

test('the last sentence of a text and the first are found without the others', () => {
  for (const { text } of ANSWERS) {
    for (let offset = 0; offset <= text.length; offset += 3) {
      const [before, behind] = [text.slice(0, offset), text.slice(offset)];
      const found = [text, offset, lastSentence(before), firstSentence(behind)];
      const known = [
        sentenceBoundaries(before).at(-2) ?? DONE,
        sentenceBoundaries(behind)[1] ?? DONE,
      ];
      expect(found).toEqual([text, offset, ...known]);
    }
  }
});

test.each(['It ends here. So it does. ', 'Wait!now there', '国人民共和。汉字测试。狐狸、'])(
  'the last sentence of many is read alone: %s',
  (text) => {
    const many = text.repeat(20_000);
    for (let length = 200_000; length < 202_000; length++) {
      const before = many.slice(0, length);
      const near = lastSentence(before.slice(-3 * text.length));
      expect(lastSentence(before)).toBe(length - 3 * text.length + near);
    }
  },
);

test('a search for a word begins near it, without spaces too', () => {
  const sentence = '国人民共和。汉字测试。狐狸、';
  const text = sentence.repeat(20_000);
  for (let offset = 200_000; offset < 202_000; offset++) {
    const at = offset % sentence.length;
    const start = wordBefore(text, offset);
    expect(offset - start).toBe(at === 0 ? 1 : at - preceding(wordBoundaries(sentence), at));
  }
});

test.each([
  ['It ends. So it does.', ['It ends. ', 'So it does.']],
  ['About 3.5 kg, e.g. of flour.', ['About 3.5 kg, e.g. of flour.']],
  ['Wait!now? yes', ['Wait!', 'now? ', 'yes']],
  ['He said "no." Then he left.', ['He said "no." ', 'Then he left.']],
  ['one line.\nAnother', ['one line.\n', 'Another']],
  ['one line\nAnother', ['one line\nAnother']],
  ['two spaces.  then small', ['two spaces.  ', 'then small']],
  ['two spaces.  - then a sign', ['two spaces', '.', '  - then a sign']],
])('%j has its sentences', (text, sentences) => {
  expect(pieces(text, sentenceBoundaries(text))).toEqual(sentences);
});

test.each([
  ['get_ObjectName of WIN32_FIND_DATA', 'get_ObjectName| |of| |WIN32|_|FIND_DATA'],
  ["don't pay $3,000.50 or 5%", "don't| |pay| |$3,000.50| |or| |5%"],
  ['two  \r\nlines', 'two|  \r\n|lines'],
])('%j has its words', (text, words) => {
  expect(pieces(text, wordBoundaries(text)).join('|')).toBe(words);
});

test('an empty text has one boundary', () => {
  expect([...sentenceBoundaries('')]).toEqual([0]);
  expect([...wordBoundaries('')]).toEqual([0]);
});

test('full stops that end nothing are read once, however many signs follow', () => {
  const stops = 100_000;
  const text = '.'.repeat(stops) + '('.repeat(stops);
  expect(sentenceBoundaries(text).length).toBe(stops + 2);
});
