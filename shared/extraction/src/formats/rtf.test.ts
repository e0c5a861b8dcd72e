import { TextSink } from '../text_sink.js';
import { rtf } from './rtf.js';

function textOf(source: string): string {
  const sink = new TextSink(-1);
  const bytes = Uint8Array.from(source, (character) => character.charCodeAt(0));
  rtf.read({ bytes, type: 'application/rtf' }, sink);
  return sink.text;
}

it('the bytes of a picture are no groups', () => {
  const picture = String.raw`{\pict\wmetafile8\bin6 }{\par}`;
  expect(textOf(String.raw`{\rtf1 before${picture} behind}`)).toBe('before behind');
  expect(textOf(String.raw`{\rtf1 a{\pict\bin0 }b{\pict\bin-3 }c}`)).toBe('abc');
});

it.each([
  [String.raw`\'83\'41`, 'ア'],
  [String.raw`\'83A`, 'ア'],
  [String.raw`\'83Ab`, 'アb'],
  [String.raw`\'8f\{`, '旬'],
  [String.raw`\'82\'a0x`, 'あx'],
])('the second byte of a Japanese character may be a letter: %s', (source, text) => {
  expect(textOf(String.raw`{\rtf1\ansi\ansicpg932 ${source}}`)).toBe(text);
});

it('a letter behind a character of one byte is itself', () => {
  expect(textOf(String.raw`{\rtf1\ansi\ansicpg1252 caf\'e9s}`)).toBe('cafés');
});
