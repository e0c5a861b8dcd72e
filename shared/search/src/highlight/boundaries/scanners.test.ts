/** The look-up of boundaries, and the treatment of sentences that are too short or too long. */
import { DONE, following, preceding } from './boundaries.js';
import { byBoundedSentences } from './scanners.js';
import { wordsOfLocale } from './words_of_locale.js';

test('boundaries are looked up strictly before and behind an offset', () => {
  const boundaries = Int32Array.of(0, 4, 9);
  expect([0, 1, 4, 5, 10].map((offset) => preceding(boundaries, offset))).toEqual([
    DONE,
    0,
    0,
    4,
    9,
  ]);
  expect([0, 3, 4, 8, 9].map((offset) => following(boundaries, offset))).toEqual([
    4,
    4,
    9,
    9,
    DONE,
  ]);
});

test('sentences are put together while there is room, and long ones are cut between words', () => {
  const text = 'One two. Three four. Five six seven eight nine ten eleven twelve thirteen.';
  const around = (offset: number, room: number) => {
    const { start, end } = byBoundedSentences(text, room, wordsOfLocale())(offset);
    return text.slice(start, end);
  };
  expect(around(0, 25)).toBe('One two. Three four. ');
  expect(around(0, 10)).toBe('One two. ');
  expect(around(text.indexOf('eleven'), 20)).toBe('seven eight nine ten eleven');
});
