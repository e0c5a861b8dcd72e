/**
 * The words of one value to be highlighted, as Lucene's WeightedSpanTermExtractor finds them: some
 * wherever they occur, some only inside spans.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import { type Mark, type SpanMark, type WordMark, weightedMarks } from '@skein/search_library';
import type { TextTokens } from '../field_text.js';
import { OneText } from '../unified/one_text_terms.js';

/** Positions of a span, including the last one. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface WeightedWord {
  readonly weight: number;
  /**
   * The positions at which the word counts, in order and apart from each other; `undefined` when it
   * counts everywhere.
   */
  readonly within: readonly Span[] | undefined;
  /** The last positions of spans that a fragment must not cut, by their first positions. */
  readonly spanEnds: ReadonlyMap<number, number>;
}

export type WeightedWords = ReadonlyMap<string, WeightedWord>;

export function weightedWords(marks: readonly Mark[], tokens: TextTokens): WeightedWords {
  const found = new Map<string, WeightedWord>();
  const text = new OneText(tokens);
  for (const mark of marks.flatMap((each) => marksInText(each, text))) {
    const shown = mark.kind === 'spans' ? mark : (mark.spans ?? mark);
    if (shown.kind === 'spans') addSpans(found, shown, text);
    else addWords(found, shown, text);
  }
  return found;
}

function marksInText(mark: Mark, text: OneText): readonly Mark[] {
  const rewritten = 'inText' in mark ? mark.inText?.(text.words().map(utf8)) : undefined;
  return rewritten === undefined ? [mark] : weightedMarks(rewritten, mark.weight ?? 1);
}

const NO_SPANS: ReadonlyMap<number, number> = new Map();

function addWords(found: Map<string, WeightedWord>, mark: WordMark, text: OneText): void {
  for (const term of wordsOf(mark, text)) {
    found.set(term, { weight: weightOf(mark, term), within: undefined, spanEnds: NO_SPANS });
  }
}

/** Adds the words of spans. A word that counts everywhere stays so. */
function addSpans(found: Map<string, WeightedWord>, mark: SpanMark, text: OneText): void {
  const spans = spansOf(mark, text);
  if (spans.length === 0) return;
  for (const term of new Set(mark.words.flatMap((word) => wordsOf(word, text)))) {
    const known = found.get(term);
    const { weight = mark.weight ?? 1, spanEnds = NO_SPANS } = known ?? {};
    const before = known === undefined ? [] : known.within;
    const within = before && covered([...before, ...spans]);
    found.set(term, { weight, within, spanEnds: endsOf(spanEnds, spans) });
  }
}

/** The positions in any of the spans. */
function covered(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push(span);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return joined;
}

/** The first of the spans that begin at one position counts. */
function endsOf(known: ReadonlyMap<number, number>, spans: readonly Span[]) {
  const ends = new Map(known);
  for (const { start, end } of spans) if (!ends.has(start)) ends.set(start, end);
  return ends;
}

function spansOf(mark: SpanMark, text: OneText): readonly Span[] {
  const source = mark.open(text);
  if (source === null || source.docs.nextDoc() !== 0) return [];
  return Array.from(source.load(), ({ start, end }) => ({ start, end: end - 1 }));
}

function wordsOf(mark: WordMark, text: OneText): readonly string[] {
  if (mark.kind === 'pattern') return text.words().filter((word) => mark.accepts(utf8(word)));
  return [utf8Decode(mark.term)];
}

function weightOf(mark: WordMark, term: string): number {
  const { weight = 1 } = mark;
  if (mark.kind !== 'pattern' || mark.fit === undefined) return weight;
  return Math.fround(weight * mark.fit(utf8(term)));
}

export function countsAt({ within }: WeightedWord, position: number): boolean {
  if (within === undefined) return true;
  let [low, high] = [0, within.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const span = within[middle];
    if (span !== undefined && span.start <= position) low = middle + 1;
    else high = middle;
  }
  const last = within[low - 1];
  return last !== undefined && position <= last.end;
}
