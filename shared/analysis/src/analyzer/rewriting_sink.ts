/**
 * Stands between a tokenizer and an index: changes or drops each term. What became of a word is
 * remembered, for words repeat.
 */
import type { TermSink } from '../term_sink.js';

/** One term for one; `undefined` drops it. */
type Rewrite = (term: string) => string | undefined;

/** Forgotten all at once when full. */
const MAX_REMEMBERED = 20_000;

/** The rewrites one after the other, remembered. */
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
  /** Places left empty since the last term. */
  skipped = 0;
  readonly #text: string;
  readonly #rewrite: Rewrite;
  readonly #target: TermSink;

  /** `text` is what the tokenizer is fed: bytes of an ASCII text are its characters. */
  constructor(text: string, rewrite: Rewrite, target: TermSink) {
    this.#text = text;
    this.#rewrite = rewrite;
    this.#target = target;
  }

  addAscii(_bytes: Uint8Array, start: number, end: number, positionIncrement: number): void {
    this.addText(this.#text.slice(start, end), positionIncrement);
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
