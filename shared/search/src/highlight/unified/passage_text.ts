/** A passage with its marks in tags. */
import { SEPARATOR } from '../field_text.js';
import type { Tags } from '../tags.js';
import type { Passage } from './passages.js';

/** Writes the passage; marks that overlap are merged into one, which ends with the passage. */
export function passageText(
  content: string,
  { start, end, marks }: Pick<Passage, 'start' | 'end' | 'marks'>,
  { pre, post, encode }: Tags,
): string {
  let text = '';
  let at = start;
  let i = 0;
  for (let mark = marks[0]; mark !== undefined; mark = marks[++i]) {
    const from = mark.start;
    let to = mark.end;
    // As in Lucene, the merged mark ends at the end of the last mark that begins inside it.
    for (let next = marks[i + 1]; next !== undefined && next.start < to; next = marks[++i + 1]) {
      to = next.end;
    }
    to = Math.min(to, end);
    if (from > at) text += encode(content.slice(at, from));
    if (to <= at) continue;
    text += pre + encode(content.slice(Math.max(at, from), to)) + post;
    at = to;
  }
  return finishedPassage(text + encode(content.slice(at, Math.max(at, end))));
}

const PARAGRAPH_SEPARATOR = '\u2029';

/** Removes one separator at the end, of values or of paragraphs, as OpenSearch does. */
export function finishedPassage(text: string): string {
  const isSeparated = text.endsWith(SEPARATOR) || text.endsWith(PARAGRAPH_SEPARATOR);
  return trimmed(isSeparated ? text.slice(0, -1) : text);
}

const SPACE = 0x20;

/** Removes control characters and spaces at both ends, as Java's `trim` does. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= SPACE) from++;
  while (to > from && text.charCodeAt(to - 1) <= SPACE) to--;
  return text.slice(from, to);
}
