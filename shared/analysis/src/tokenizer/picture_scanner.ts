/**
 * Finds emoji by the sequences of UTS #51, in the form that Lucene's StandardTokenizer gives them.
 */
import { extendsWord, WORD_BREAK, wordBreakOf } from './word_break.js';

const ZERO_WIDTH_JOINER = 0x200d;
const TEXT_SELECTOR = 0xfe0e;
const PICTURE_SELECTOR = 0xfe0f;
const KEYCAP = 0x20e3;

/** `skipExtend` up to the next selector, which says how the character before it is shown. */
function skipUnselected(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint === TEXT_SELECTOR || codePoint === PICTURE_SELECTOR) break;
    if (codePoint < 128 || !extendsWord(codePoint, wordBreakOf(codePoint))) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return Math.min(at, limit);
}

/** A skin tone modifier that follows nothing is a picture of its own. */
function isEmojiModifier(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

function isPicture(codePoint: number): boolean {
  const kind = wordBreakOf(codePoint);
  return kind === WORD_BREAK.emoji || kind === WORD_BREAK.emojiLetter;
}

/**
 * The end of a sequence of pictures (UAX #51 as Lucene reads it), or -1 if none starts here. Marks
 * belong to the picture before them, then one selector; a joiner joins the next picture, and
 * joiners before the first picture belong to it.
 */
export function emojiEnd(text: string, start: number, limit: number): number {
  let at = skipJoiners(text, start, limit);
  if (at >= limit) return -1;
  let codePoint = text.codePointAt(at) ?? 0;
  if (!isPicture(codePoint) && !(at === start && isEmojiModifier(codePoint))) return -1;
  for (let isFirst = true; ; isFirst = false) {
    const after = at + (codePoint > 0xffff ? 2 : 1);
    const unselected = skipUnselected(text, after, limit);
    const isSelected =
      unselected < limit &&
      text.charCodeAt(unselected) === PICTURE_SELECTOR &&
      !isEmojiModifier(codePoint);
    const end = Math.min(isSelected ? unselected + 1 : unselected, limit);
    at = joinedAt(text, { after, end, limit, isSelected });
    if (at < 0) return isFirst && isSelected ? tagsEnd(text, end, limit) : end;
    codePoint = text.codePointAt(at) ?? 0;
  }
}

/** The place of the picture that is joined to the one that ends at `end`, or -1. */
function joinedAt(
  text: string,
  place: {
    readonly after: number;
    readonly end: number;
    readonly limit: number;
    readonly isSelected: boolean;
  },
): number {
  const { after, end, limit, isSelected } = place;
  const at = isSelected ? skipJoiners(text, end, limit) : end;
  const isJoined = isSelected
    ? at > end
    : end > after && text.charCodeAt(end - 1) === ZERO_WIDTH_JOINER;
  if (!isJoined || at >= limit) return -1;
  const codePoint = text.codePointAt(at) ?? 0;
  return isPicture(codePoint) || (at === end + 1 && isEmojiModifier(codePoint)) ? at : -1;
}

function skipJoiners(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && text.charCodeAt(at) === ZERO_WIDTH_JOINER) at++;
  return at;
}

const FIRST_TAG = 0xe0020;
const LAST_TAG = 0xe007e;
const END_OF_TAGS = 0xe007f;

/** The end of the tags at `start` with the one that ends them; `start` if there are none. */
function tagsEnd(text: string, start: number, limit: number): number {
  for (let at = start; at + 2 <= limit; at += 2) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint === END_OF_TAGS && at > start) return at + 2;
    if (codePoint < FIRST_TAG || codePoint > LAST_TAG) break;
  }
  return start;
}

/**
 * The end of a keycap such as `1️⃣`, or -1: a digit, `#` or `*`, an optional selector, and the
 * enclosing keycap, with marks behind each.
 */
export function keycapEnd(text: string, start: number, limit: number): number {
  const code = text.charCodeAt(start);
  if (code !== 35 && code !== 42 && !(code >= 48 && code <= 57)) return -1;
  if (text.charCodeAt(start + 1) < 128) return -1;
  const at = skipUnselected(text, start + 1, limit);
  const isSelected = at + 1 < limit && text.charCodeAt(at) === PICTURE_SELECTOR;
  if (isSelected && text.charCodeAt(at + 1) === KEYCAP) return skipUnselected(text, at + 2, limit);
  for (let i = start + 1; i < at; i++) if (text.charCodeAt(i) === KEYCAP) return at;
  return -1;
}
