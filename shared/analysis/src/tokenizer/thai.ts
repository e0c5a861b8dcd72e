/**
 * `thai`: words by the rules of Java's `BreakIterator`, which Lucene's tokenizer uses. Runs of
 * Thai, which has no spaces between words, are cut by a dictionary.
 */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { thaiBoundaries } from '../thai/boundaries.js';
import { newBatch, newToken } from '../token.js';

const STARTS_WORD = /^[\p{L}\p{Nd}]/u;

export const THAI_TOKENIZER: TokenizerType = {
  name: 'thai',
  create: () => ({
    name: 'thai',
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      for (let start = 0; start < text.length; ) {
        const end = stretchEnd(text, start);
        addWords(tokens, text.slice(start, end), start);
        start = end;
      }
      return newBatch(tokens, text.length);
    },
  }),
};

/** Lucene reads so many characters at once. */
const BUFFERED = 1024;
const LINE_END = /[\r\n\u0085\u2028\u2029]/g;

/**
 * The end of the characters that are read at once: that of the last line in the buffer. As in
 * Lucene, a longer line is cut where the buffer ends, even in a word.
 */
function stretchEnd(text: string, start: number): number {
  const end = start + BUFFERED;
  if (end >= text.length) return text.length;
  const read = text.slice(start, end);
  const last = [...read.matchAll(LINE_END)].at(-1);
  if (last !== undefined) return start + last.index + 1;
  const isInsidePair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isInsidePair ? end - 1 : end;
}

function addWords(tokens: Token[], text: string, offset: number): void {
  const push = (start: number, end: number) => {
    const word = text.slice(start, end);
    if (STARTS_WORD.test(word)) tokens.push(newToken(word, offset + start, offset + end, 'word'));
  };
  let start = 0;
  for (const end of thaiBoundaries(text)) {
    push(start, end);
    start = end;
  }
}
