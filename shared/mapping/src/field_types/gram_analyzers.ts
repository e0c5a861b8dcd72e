/** Analyzers derived from another: shingles (runs of neighboring words), and prefixes of words. */
import type { AnalyzedText, Analyzer, Token } from '@skein/analysis';
import { ApiError } from '@skein/errors';

/**
 * Limit of paths through a text's alternatives that begin with one word, as in Lucene's
 * GraphTokenFilter.
 */
const MOST_WAYS = 1001;

/**
 * `trailing`: empty words follow the text, so that its last words begin shingles too, for prefixes.
 */
export function shingles(analyzer: Analyzer, size: number, trailing = false): Analyzer {
  const more = trailing ? size - 1 : 0;
  return derived(analyzer, (text) => {
    const { trailingIncrement } = text;
    return wordGrams({ ...text, trailingIncrement: trailingIncrement + more }, size, '');
  });
}

/**
 * Shingles of exactly `size` words joined by a space, like Lucene's FixedShingleFilter. A removed
 * word is replaced by the filler; each of several stacked words has its own shingles.
 */
export function wordGrams(text: AnalyzedText, size: number, filler: string): AnalyzedText {
  const { tokens, trailingIncrement } = text;
  const shape = { size, filler: ` ${filler}` };
  const grams: Token[] = [];
  for (const [i, first] of tokens.entries()) {
    const { term, endOffset } = first;
    let tried = 0;
    for (const run of runsFrom(tokens, { term, endOffset, words: 1, last: i }, shape)) {
      if (tried++ > MOST_WAYS) throw tooManyWays();
      const missing = size - run.words;
      if (missing > trailingIncrement) continue;
      grams.push({
        ...first,
        term: run.term + shape.filler.repeat(missing),
        // A path that is too short takes the position increment with it.
        positionIncrement: tried === 1 ? first.positionIncrement : 0,
        positionLength: 1,
        endOffset: run.endOffset,
        type: 'shingle',
      });
    }
  }
  return { ...text, tokens: grams };
}

function tooManyWays(): ApiError {
  return new ApiError('illegal_state_exception', 'Too many graph paths (> 1000)');
}

/** Joined neighboring words, up to the token at `last`. */
interface Run {
  readonly term: string;
  readonly words: number;
  readonly last: number;
  readonly endOffset: number;
}

interface Shape {
  readonly size: number;
  /** Includes the space before it. */
  readonly filler: string;
}

/** All runs of `size` words with this beginning; shorter ones at the end of the text. */
function* runsFrom(tokens: readonly Token[], begun: Run, shape: Shape): Generator<Run> {
  const next = begun.words < shape.size ? following(tokens, begun.last) : tokens.length;
  if (next === tokens.length) {
    yield begun;
    return;
  }
  for (let i = next; ; i++) {
    const token = tokens[i];
    if (token === undefined || (i > next && token.positionIncrement !== 0)) return;
    yield* runsFrom(tokens, continued(begun, { token, at: i }, shape), shape);
  }
}

/** The first token after the ones at the same position. */
function following(tokens: readonly Token[], at: number): number {
  let left = tokens[at]?.positionLength ?? 1;
  let next = at + 1;
  while (next < tokens.length) {
    left -= tokens[next]?.positionIncrement ?? 0;
    if (left <= 0) break;
    next++;
  }
  return next;
}

interface NextWord {
  readonly token: Token;
  readonly at: number;
}

function continued(begun: Run, { token, at }: NextWord, { size, filler }: Shape): Run {
  const removed = Math.max(token.positionIncrement - 1, 0);
  const empty = Math.min(removed, size - begun.words);
  const words = begun.words + empty;
  const term = begun.term + filler.repeat(empty);
  if (words === size) return { ...begun, term, words, last: at };
  return {
    term: `${term} ${token.term}`,
    words: words + 1,
    last: at,
    endOffset: token.endOffset,
  };
}

export interface PrefixLengths {
  /** Numbers of characters. */
  readonly min: number;
  readonly max: number;
}

/**
 * All prefixes of each token, with `min` to `max` characters, at the token's position; with
 * `keepsLonger`, also the whole of a longer token.
 */
export function edgePrefixes(
  analyzer: Analyzer,
  { min, max, keepsLonger }: PrefixLengths & { readonly keepsLonger: boolean },
): Analyzer {
  return derived(analyzer, (text) => {
    const prefixes: Token[] = [];
    // Words that are too short leave only their position increments.
    let skipped = 0;
    for (const token of text.tokens) {
      const characters = Array.from(token.term);
      const longest = Math.min(max, characters.length);
      if (longest < min) skipped += token.positionIncrement;
      for (let length = min; length <= longest; length++) {
        prefixes.push({
          ...token,
          term: characters.slice(0, length).join(''),
          positionIncrement: length === min ? token.positionIncrement + skipped : 0,
        });
        skipped = 0;
      }
      if (keepsLonger && characters.length > max) prefixes.push({ ...token, positionIncrement: 0 });
    }
    return { ...text, tokens: prefixes, trailingIncrement: text.trailingIncrement + skipped };
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
