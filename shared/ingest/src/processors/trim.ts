/** `trim`: removes Java's white space at both ends: all characters up to the space. */
import { stringProcessor } from './string_processor.js';

const SPACE = 0x20;

export const trim = stringProcessor('trim', () => trimmed);

export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (start < end && text.charCodeAt(end - 1) <= SPACE) end--;
  return text.slice(start, end);
}
