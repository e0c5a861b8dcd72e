/** Where the marks of a query are in a text, in the order of the text. */
import { utf8, utf8Decode } from '@skein/bytes';
import type { Mark, PatternMark, SpanMark, WordMark } from '@skein/search_library';
import type { TextTokens } from '../field_text.js';
import { OneText } from './one_text_terms.js';

export interface Occurrence {
  /** UTF-16 indices into the text. */
  readonly start: number;
  readonly end: number;
  /** Occurrences of one word, or of one pattern, count as the same when passages are compared. */
  readonly label: string;
  /** Of the word in the whole text. */
  readonly freq: number;
}

/** The marks of one field, made ready for many texts. */
export class MarkedWords {
  readonly #words: ReadonlySet<string>;
  readonly #patterns: readonly PatternMark[];
  readonly #spans: readonly BoundSpan[];

  constructor(marks: readonly Mark[]) {
    const near = marks.some((mark) => mark.kind === 'spans');
    this.#words = wordsOf(near ? marks.filter((mark) => !isLoose(mark)) : marks);
    this.#patterns = distinctPatterns(marks);
    this.#spans = marks.filter((mark) => mark.kind === 'spans').map(boundSpan);
  }

  get isEmpty(): boolean {
    return this.#words.size + this.#patterns.length + this.#spans.length === 0;
  }

  /** To be found among all words of a text. */
  get hasPatterns(): boolean {
    return this.#patterns.length > 0 || this.#spans.some(({ hasPatterns }) => hasPatterns);
  }

  in(tokens: TextTokens): readonly Occurrence[] {
    const found: Occurrence[] = [];
    const text = new OneText(tokens);
    this.#addWords(found, tokens, text);
    for (const i of this.#inSpans(tokens, text)) {
      const term = tokens.terms[i] as string;
      found.push(occurrence(tokens, i, { label: term, freq: text.frequency(term) }));
    }
    for (const pattern of this.#patterns) addPattern(found, tokens, pattern);
    return found.sort(inTextOrder);
  }

  #addWords(found: Occurrence[], tokens: TextTokens, text: OneText): void {
    const { terms } = tokens;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as string;
      if (!this.#words.has(term)) continue;
      found.push(occurrence(tokens, i, { label: term, freq: text.frequency(term) }));
    }
  }

  /** Each word once, however many spans it is in. */
  #inSpans(tokens: TextTokens, text: OneText): ReadonlySet<number> {
    const inside = new Set<number>();
    for (const { mark, counts } of this.#spans) {
      const source = mark.open(text);
      if (source === null || source.docs.nextDoc() !== 0) continue;
      for (const { start, end } of source.load()) {
        for (let i = firstAt(tokens.positions, start); i < tokens.positions.length; i++) {
          if ((tokens.positions[i] as number) >= end) break;
          if (counts(tokens.terms[i] as string)) inside.add(i);
        }
      }
    }
    return inside;
  }
}

function isLoose(mark: Mark): boolean {
  return mark.kind !== 'spans' && mark.isLoose === true;
}

interface BoundSpan {
  readonly mark: SpanMark;
  /** Whether a word in a span is one of those it was made of. */
  readonly counts: (term: string) => boolean;
  readonly hasPatterns: boolean;
}

function boundSpan(mark: SpanMark): BoundSpan {
  const words = wordsOf(mark.words);
  const patterns = distinctPatterns(mark.words);
  const counts = (term: string): boolean =>
    words.has(term) || patterns.some((pattern) => pattern.accepts(utf8(term)));
  return { mark, counts, hasPatterns: patterns.length > 0 };
}

function wordsOf(marks: readonly Mark[]): ReadonlySet<string> {
  return new Set(
    marks.flatMap((mark) =>
      mark.kind === 'spans' || mark.kind === 'pattern' ? [] : [utf8Decode(mark.term)],
    ),
  );
}

function distinctPatterns(marks: readonly (Mark | WordMark)[]): readonly PatternMark[] {
  const patterns = marks.filter((mark) => mark.kind === 'pattern');
  return [...new Map(patterns.map((mark) => [mark.text, mark])).values()];
}

function addPattern(found: Occurrence[], tokens: TextTokens, pattern: PatternMark): void {
  const fits: number[] = [];
  const known = new Map<string, boolean>();
  tokens.terms.forEach((term, i) => {
    let isFit = known.get(term);
    if (isFit === undefined) {
      isFit = pattern.accepts(utf8(term));
      known.set(term, isFit);
    }
    if (isFit) fits.push(i);
  });
  const shared = { label: pattern.text, freq: fits.length };
  for (const i of fits) found.push(occurrence(tokens, i, shared));
}

function occurrence(
  { starts, ends }: TextTokens,
  i: number,
  { label, freq }: Pick<Occurrence, 'label' | 'freq'>,
): Occurrence {
  return { start: starts[i] as number, end: ends[i] as number, label, freq };
}

/** The first word at the position or behind it. */
function firstAt(positions: readonly number[], position: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As Lucene orders what several marks find. */
function inTextOrder(a: Occurrence, b: Occurrence): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}
