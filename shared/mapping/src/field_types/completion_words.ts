/**
 * A text as a sequence for the completion automaton: its words, with a separator between them and
 * one for each removed word. If an analyzer stacks words, there are several sequences. Like
 * Lucene's ConcatenateGraphFilter.
 */
import type { Analyzer, Token } from '@skein/analysis';

export interface WordOptions {
  readonly preserveSeparators: boolean;
  readonly preservePositionIncrements: boolean;
}

const SEPARATOR = '\x1f';
/** Limit of sequences of a text. */
const MAX_PATHS = 10_000;

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function completionPaths(
  text: string,
  analyzer: Analyzer,
  options: WordOptions,
): readonly string[] {
  const { tokens, trailingIncrement } = analyzer.analyze(text);
  if (tokens.length === 0) return [];
  const words = wordsOf(tokens, options);
  const ends = holes(options.preservePositionIncrements ? trailingIncrement : 0, options);
  return pathsThrough(words, options).map((path) => path + ends);
}

function wordsOf(tokens: readonly Token[], options: WordOptions): readonly Word[] {
  let position = -1;
  return tokens.map(({ term, positionIncrement, positionLength }) => {
    const step = options.preservePositionIncrements
      ? positionIncrement
      : Math.min(positionIncrement, 1);
    position = Math.max(0, position + step);
    const escaped = options.preserveSeparators
      ? term.replaceAll(SEPARATOR, SEPARATOR + SEPARATOR)
      : term;
    return { text: escaped, from: position, to: position + positionLength };
  });
}

function holes(count: number, { preserveSeparators }: WordOptions): string {
  return preserveSeparators ? SEPARATOR.repeat(Math.max(0, count)) : '';
}

function pathsThrough(words: readonly Word[], options: WordOptions): readonly string[] {
  const end = Math.max(...words.map(({ to }) => to));
  const byStart = new Map<number, Word[]>();
  for (const word of words) {
    const known = byStart.get(word.from);
    if (known) known.push(word);
    else byStart.set(word.from, [word]);
  }
  const separator = options.preserveSeparators ? SEPARATOR : '';
  const paths = new Set<string>();
  const walk = (place: number, path: string): void => {
    if (paths.size >= MAX_PATHS) return;
    if (place === end) paths.add(path);
    const next = byStart.get(place);
    // A hole is a position at which no word begins.
    if (next === undefined && place < end) walk(place + 1, path + separator);
    for (const { text, to } of next ?? []) walk(to, path + text + (to < end ? separator : ''));
  };
  walk(0, '');
  return [...paths];
}
