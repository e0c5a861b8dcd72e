/** Finds the marks of a query in a text, in the order of the text. */
import { firstWhere } from '@skein/base';
import { utf8, utf8Decode } from '@skein/bytes';
import type { Mark, PatternMark, SpanMark, WordMark } from '@skein/search_library';
import type { TextTokens } from '../field_text.js';
import { OneText } from './one_text_terms.js';

export interface Occurrence {
  /** UTF-16 indices into the text. */
  readonly start: number;
  readonly end: number;
  /** The key by which passages count occurrences: the word, or the pattern. */
  readonly label: string;
  /** The number of occurrences of this label in the whole text. */
  readonly freq: number;
}

/** The marks of one field, prepared for many texts. */
export class MarkedWords {
  /** Words that are marked wherever they stand. */
  readonly words: ReadonlySet<string>;
  readonly #patterns: readonly PatternMark[];
  readonly #spans: readonly BoundSpan[];

  constructor(marks: readonly Mark[]) {
    const near = marks.some((mark) => mark.kind === 'spans');
    this.words = wordsOf(near ? marks.filter((mark) => !isLoose(mark)) : marks);
    this.#patterns = distinctPatterns(marks);
    this.#spans = marks.filter((mark) => mark.kind === 'spans').map(boundSpan);
  }

  get isEmpty(): boolean {
    return this.words.size + this.#patterns.length + this.#spans.length === 0;
  }

  /** True when marks have to be found among all words of a text. */
  get hasPatterns(): boolean {
    return this.#patterns.length > 0 || this.#spans.some(({ hasPatterns }) => hasPatterns);
  }

  /** True when the positions of other words matter, too. */
  get needsAll(): boolean {
    return this.#spans.length > 0;
  }

  /** True when a word may be marked; spans are not considered. */
  mayMark(term: string): boolean {
    return this.words.has(term) || this.#patterns.some(({ accepts }) => accepts(utf8(term)));
  }

  in(tokens: TextTokens): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (const places of [this.#ofWords(tokens), this.#inSpans(tokens)]) {
      const freqs = frequencies(tokens, places);
      for (const i of places) {
        const label = tokens.terms[i] ?? '';
        found.push(occurrence(tokens, i, { label, freq: freqs.get(label) ?? 0 }));
      }
    }
    for (const pattern of this.#patterns) addPattern(found, tokens, pattern);
    return found.sort(inTextOrder);
  }

  #ofWords({ terms }: TextTokens): readonly number[] {
    const places: number[] = [];
    for (let i = 0; i < terms.length; i++) if (this.words.has(terms[i] ?? '')) places.push(i);
    return places;
  }

  /** The words in spans, each once, however many spans contain it. */
  #inSpans(tokens: TextTokens): ReadonlySet<number> {
    const inside = new Set<number>();
    if (this.#spans.length === 0) return inside;
    const text = new OneText(tokens);
    for (const { mark, counts } of this.#spans) {
      const source = mark.open(text);
      if (source === null || source.docs.nextDoc() !== 0) continue;
      for (const position of source.load().flatMap(({ words = [] }) => words)) {
        for (let i = firstAt(tokens.positions, position); tokens.positions[i] === position; i++) {
          if (counts(tokens.terms[i] ?? '')) inside.add(i);
        }
      }
    }
    return inside;
  }
}

/**
 * The number of these places for each word. As in Lucene, words of spans are counted in spans only.
 */
function frequencies({ terms }: TextTokens, places: Iterable<number>): ReadonlyMap<string, number> {
  const freqs = new Map<string, number>();
  for (const i of places) {
    const term = terms[i] ?? '';
    freqs.set(term, (freqs.get(term) ?? 0) + 1);
  }
  return freqs;
}

function isLoose(mark: Mark): boolean {
  return mark.kind !== 'spans' && mark.isLoose === true;
}

interface BoundSpan {
  readonly mark: SpanMark;
  /** True when a word in a span is one of those that the span was made of. */
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
  return { start: starts[i] ?? 0, end: ends[i] ?? 0, label, freq };
}

/** The first word at the position or behind it. */
function firstAt(positions: readonly number[], position: number): number {
  return firstWhere(positions.length, (i) => (positions[i] ?? 0) >= position);
}

/** Lucene's order of the occurrences of several marks. */
function inTextOrder(a: Occurrence, b: Occurrence): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}
