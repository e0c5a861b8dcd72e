/** A passage with its marks in tags. */
import { SEPARATOR } from '../field_text.js';
import type { Tags } from '../tags.js';
import type { Passage } from './passages.js';

/** Marks that lie over each other are one. */
export function passageText(
  content: string,
  { start, end, marks }: Pick<Passage, 'start' | 'end' | 'marks'>,
  { pre, post, encode }: Tags,
): string {
  let text = '';
  let at = start;
  for (const mark of marks) {
    if (mark.start > at) text += encode(content.slice(at, mark.start));
    if (mark.end <= at) continue;
    text += pre + encode(content.slice(Math.max(at, mark.start), mark.end)) + post;
    at = mark.end;
  }
  return finishedPassage(text + encode(content.slice(at, Math.max(at, end))));
}

export function finishedPassage(text: string): string {
  return trimmed(text.endsWith(SEPARATOR) ? text.slice(0, -1) : text);
}

const SPACE = 0x20;

/** Without control characters and spaces around it, as Java trims. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= SPACE) from++;
  while (to > from && text.charCodeAt(to - 1) <= SPACE) to--;
  return text.slice(from, to);
}
