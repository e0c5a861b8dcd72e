/**
 * Makes passages of a text around its marks and chooses the best, as Lucene's UnifiedHighlighter
 * with OpenSearch's changes does: passages are taken from left to right, and the first mark of each
 * determines its bounds.
 */
import type { Scanner } from '../boundaries/scanners.js';
import { SEPARATOR } from '../field_text.js';
import type { Occurrence } from './occurrences.js';

export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly marks: readonly Occurrence[];
  /** A float32 value. */
  readonly score: number;
}

/** Makes the scanner that cuts a value of the text. */
export type ScannerOf = (value: string) => Scanner;

/** The `most` best passages, in the order of the text. Of equal ones the later are kept. */
export function bestPassages(
  content: string,
  occurrences: readonly Occurrence[],
  { scannerOf, most }: { readonly scannerOf: ScannerOf; readonly most: number },
): readonly Passage[] {
  const passages = allPassages(content, occurrences, scannerOf);
  if (passages.length <= most) return passages;
  const best = [...passages].sort((a, b) => b.score - a.score || b.start - a.start);
  return best.slice(0, most).sort((a, b) => a.start - b.start);
}

function allPassages(
  content: string,
  occurrences: readonly Occurrence[],
  scannerOf: ScannerOf,
): Passage[] {
  const passages: Passage[] = [];
  const values = new Values(content, scannerOf);
  let window = { start: -1, end: -1 };
  let marks: Occurrence[] = [];
  const close = (): void => {
    if (marks.length === 0) return;
    passages.push({ ...window, marks, score: scoreOf(window, marks, content.length) });
    marks = [];
  };
  for (const mark of occurrences) {
    if (mark.start >= content.length) break;
    if (mark.end > content.length) continue;
    if (mark.start >= window.end) {
      close();
      window = values.around(mark.start);
    }
    marks.push(mark);
  }
  close();
  return passages;
}

/** Finds passages within one value: none goes from one value to the next. */
class Values {
  readonly #content: string;
  readonly #scannerOf: ScannerOf;
  #start = 0;
  #end = -1;
  #scanner: Scanner | undefined;

  constructor(content: string, scannerOf: ScannerOf) {
    this.#content = content;
    this.#scannerOf = scannerOf;
  }

  around(offset: number): { start: number; end: number } {
    if (this.#scanner === undefined || offset > this.#end) {
      this.#start = this.#content.lastIndexOf(SEPARATOR, offset) + 1;
      const next = this.#content.indexOf(SEPARATOR, offset);
      this.#end = next < 0 ? this.#content.length : next;
      this.#scanner = this.#scannerOf(this.#content.slice(this.#start, this.#end));
    }
    const { start, end } = this.#scanner(offset - this.#start);
    return { start: this.#start + start, end: this.#start + end };
  }
}

const { fround, log } = Math;
const K1 = fround(1.2);
const B = fround(0.75);
/** The usual length of a passage, in characters. */
const PIVOT = 87;

/**
 * Lucene's PassageScorer: BM25 of the passage in its text, with a small bonus for passages at the
 * beginning; computed in float32, as in Lucene.
 */
function scoreOf(
  { start, end }: { readonly start: number; readonly end: number },
  marks: readonly Occurrence[],
  contentLength: number,
): number {
  const words = new Map<string, { inPassage: number; readonly inText: number }>();
  for (const { label, freq } of marks) {
    const known = words.get(label);
    if (known) known.inPassage++;
    else words.set(label, { inPassage: 1, inText: freq });
  }
  const norm = fround(K1 * fround(fround(1 - B) + fround(B * fround((end - start) / PIVOT))));
  const passages = fround(1 + fround(contentLength / PIVOT));
  let score = 0;
  for (const { inPassage, inText } of words.values()) {
    const frequency = fround(inPassage / fround(inPassage + norm));
    const rarity = fround(log(1 + (passages + 0.5) / (inText + 0.5)));
    score = fround(score + fround(frequency * fround(fround(K1 + 1) * rarity)));
  }
  return fround(score * fround(1 + fround(1 / fround(log(PIVOT + start)))));
}
