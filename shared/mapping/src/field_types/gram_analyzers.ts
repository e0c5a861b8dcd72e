/** Analyzers made from another: runs of neighbouring words (shingles), and the beginnings of words. */
import type { AnalyzedText, Analyzer, Token } from '@skein/analysis';

/** Shingles of exactly `size` words joined by a space. `trailing`: the last words also start shorter ones, for prefixes. */
export function shingles(analyzer: Analyzer, size: number, trailing = false): Analyzer {
  return derived(analyzer, (text) => {
    const { tokens } = text;
    const runs: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const words = tokens.slice(i, i + size);
      const [first] = words;
      if (first === undefined || (words.length < size && !trailing)) break;
      const last = words[words.length - 1] ?? first;
      runs.push({
        ...first,
        term: words.map(({ term }) => term).join(' '),
        endOffset: last.endOffset,
        type: 'shingle',
      });
    }
    return { ...text, tokens: runs };
  });
}

/** All beginnings of each token, `min` to `max` characters, in the token's place. */
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
    analyze: (text) => change(analyzer.analyze(text)),
  };
}
