/** Analyzers made from another: runs of neighbouring words (shingles), and the beginnings of words. */
import type { AnalyzedText, Analyzer, Token } from '@skein/analysis';

/**
 * Shingles of exactly `size` words joined by a space. Where a word was removed stands an empty one. `trailing`: empty words follow the text, so that its last words begin
 * shingles too, for prefixes.
 */
export function shingles(analyzer: Analyzer, size: number, trailing = false): Analyzer {
  return derived(analyzer, (text) => {
    const { tokens } = text;
    const runs: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const words = wordsFrom(tokens, i, size);
      const [first] = words;
      if (first === undefined || (words.length < size && !trailing)) continue;
      const filled = words.map((word) => word?.term ?? '');
      while (filled.length < size) filled.push('');
      const last = words.findLast((word) => word !== undefined) ?? first;
      runs.push({ ...first, term: filled.join(' '), endOffset: last.endOffset, type: 'shingle' });
    }
    return { ...text, tokens: runs };
  });
}

/** At most `size` words; `undefined`: it was removed. */
function wordsFrom(
  tokens: readonly Token[],
  at: number,
  size: number,
): readonly (Token | undefined)[] {
  const words: (Token | undefined)[] = [];
  for (let i = at; i < tokens.length && words.length < size; i++) {
    const token = tokens[i] as Token;
    const removed = i === at ? 0 : Math.min(token.positionIncrement - 1, size - words.length);
    for (let gap = 0; gap < removed; gap++) words.push(undefined);
    if (words.length < size) words.push(token);
  }
  return words;
}

/** All beginnings of each token, `min` to `max` characters, in the token's place; a longer one stands there whole, too. */
export function edgePrefixes(analyzer: Analyzer, min: number, max: number): Analyzer {
  return derived(analyzer, (text) => {
    const prefixes: Token[] = [];
    for (const token of text.tokens) {
      const characters = Array.from(token.term);
      const longest = Math.min(max, characters.length);
      for (let length = min; length <= longest; length++) {
        prefixes.push({
          ...token,
          term: characters.slice(0, length).join(''),
          positionIncrement: length === min ? token.positionIncrement : 0,
        });
      }
      if (characters.length > max) prefixes.push({ ...token, positionIncrement: 0 });
    }
    return { ...text, tokens: prefixes };
  });
}

function derived(analyzer: Analyzer, change: (text: AnalyzedText) => AnalyzedText): Analyzer {
  return {
    name: analyzer.name,
    positionIncrementGap: analyzer.positionIncrementGap,
    offsetGap: analyzer.offsetGap,
    forbidsGraphs: true,
    normalize: analyzer.normalize,
    analyze: (text) => change(analyzer.analyze(text)),
  };
}
