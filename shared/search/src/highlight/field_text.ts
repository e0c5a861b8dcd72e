/** The values of a field of one hit as one text, and its words. */

import type { MappedField } from '@skein/mapping';
import { indexedTerm } from '../text/indexed_term.js';

/** Separates the values of a field. As in OpenSearch, a value that contains it is cut there. */
export const SEPARATOR = '\0';

/** Words in the order of the text, as columns. */
export interface TextTokens {
  readonly terms: readonly string[];
  readonly positions: readonly number[];
  /** UTF-16 indices into the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Analyzes the content. In each value, words are dropped from the first one on that begins behind
 * `lastStart`, as by Lucene's LimitTokenOffsetFilter.
 */
export function tokensOf(field: MappedField, content: string, lastStart: number): TextTokens {
  const values = content.split(SEPARATOR).map((text) => ({ text, length: text.length }));
  return tokensOfValues(field, values, lastStart);
}

/** Analyzes one value, which may contain the separator. */
export function tokensOfValue(field: MappedField, text: string): TextTokens {
  return tokensOfValues(field, [{ text, length: text.length }], Number.POSITIVE_INFINITY);
}

/** `length` is the length of the shown form of the value. */
export function tokensOfValues(
  field: MappedField,
  values: readonly { readonly text: string; readonly length: number }[],
  lastStart: number,
): TextTokens {
  const tokens = new Tokens(lastStart);
  let offset = 0;
  for (const { text, length } of values) {
    if (field.indexAnalyzer) tokens.addText(field.indexAnalyzer.analyze(text).tokens, offset);
    else tokens.addWhole(field, text, offset);
    tokens.position += field.indexAnalyzer?.positionIncrementGap ?? 1;
    offset += length + SEPARATOR.length;
  }
  return tokens;
}

interface AnalysedToken {
  readonly term: string;
  readonly positionIncrement: number;
  readonly startOffset: number;
  readonly endOffset: number;
}

class Tokens implements TextTokens {
  readonly terms: string[] = [];
  readonly positions: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  position = -1;
  readonly #lastStart: number;

  constructor(lastStart: number) {
    this.#lastStart = lastStart;
  }

  addText(tokens: readonly AnalysedToken[], offset: number): void {
    for (const { term, positionIncrement, startOffset, endOffset } of tokens) {
      if (startOffset > this.#lastStart) return;
      this.position = Math.max(0, this.position + positionIncrement);
      this.#add(term, offset + startOffset, offset + endOffset);
    }
  }

  addWhole(field: MappedField, value: string, offset: number): void {
    const term = wholeTerm(field, value);
    if (term === undefined) return;
    this.position = Math.max(0, this.position);
    this.#add(term, offset, offset + value.length);
  }

  #add(term: string, start: number, end: number): void {
    this.terms.push(term);
    this.positions.push(this.position);
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** A field that is neither indexed nor a column makes no terms, but is highlighted like others. */
function wholeTerm(field: MappedField, value: string): string | undefined {
  const { spec, oneToken, normalizer } = field;
  const isKept = spec.postings !== 'none' || spec.column !== 'none';
  if (oneToken && isKept) return indexedTerm(field, value);
  return normalizer === undefined ? value : normalizer.normalize(value);
}
