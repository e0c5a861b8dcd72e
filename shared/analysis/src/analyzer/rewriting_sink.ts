/**
 * Stands between a tokenizer and an index and changes or drops each term. It caches the result for
 * each word, because words repeat.
 */
import type { TermSink } from '../term_sink.js';

/** Maps a term to one term; `undefined` drops it. */
type Rewrite = (term: string) => string | undefined;

/** Terms in the cache, which is cleared when it is full. */
const MAX_REMEMBERED = 20_000;

/** Applies the rewrites one after the other and caches the results. */
export function composed(rewrites: readonly Rewrite[]): Rewrite {
  const known = new Map<string, string | undefined>();
  return (term) => {
    const found = known.get(term);
    if (found !== undefined || known.has(term)) return found;
    let result: string | undefined = term;
    for (const rewrite of rewrites) {
      if (result === undefined) break;
      result = rewrite(result);
    }
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(term, result);
    return result;
  };
}

export class RewritingSink implements TermSink {
  /** Positions left empty since the last term. */
  skipped = 0;
  readonly #text: string;
  readonly #rewrite: Rewrite;
  readonly #target: TermSink;

  /**
   * `text` is the text that the tokenizer is fed: an ASCII text's byte offsets are its character
   * offsets.
   */
  constructor(text: string, rewrite: Rewrite, target: TermSink) {
    this.#text = text;
    this.#rewrite = rewrite;
    this.#target = target;
  }

  addAscii(_bytes: Uint8Array, start: number, end: number): void {
    this.addText(this.#text.slice(start, end), 1);
  }

  addText(term: string, positionIncrement: number): void {
    const rewritten = this.#rewrite(term);
    if (rewritten === undefined) {
      this.skipped += positionIncrement;
      return;
    }
    this.#target.addText(rewritten, positionIncrement + this.skipped);
    this.skipped = 0;
  }
}
