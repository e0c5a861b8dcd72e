/**
 * Every match of a user's expression. Expressions run on the engine of JavaScript, which is fast and has no bound of its own: whoever runs documents
 * stops the engine when a document takes too long (`bounded_run.ts`), finds here which match was under way, and runs the document again with that match
 * failing, as it fails in OpenSearch when its watchdog interrupts it.
 */
import { ApiError } from '@skein/errors';

export class RegexRunner {
  /** Milliseconds a match may take. */
  readonly limitMs: number;
  /** Matches of this document so far. */
  #calls = 0;
  #isMatching = false;
  /** Matches of this document, by number, that took too long. */
  readonly #failing = new Set<number>();

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /** A new document. */
  begin(): void {
    if (this.#failing.size > 0) this.#failing.clear();
    this.again();
  }

  /** The same document once more. */
  again(): void {
    this.#calls = 0;
    this.#isMatching = false;
  }

  /** The match under way when the engine was stopped fails the next time; false: there was none. */
  failInterrupted(): boolean {
    if (!this.#isMatching) return false;
    this.#failing.add(this.#calls);
    return true;
  }

  exec(expression: RegExp, text: string): RegExpExecArray | null {
    this.#enter();
    const found = expression.exec(text);
    this.#isMatching = false;
    return found;
  }

  replace(
    expression: RegExp,
    text: string,
    replacement: (found: RegExpExecArray) => string,
  ): string {
    expression.lastIndex = 0;
    let result = '';
    let from = 0;
    for (;;) {
      const found = this.exec(expression, text);
      if (found === null) return result + text.slice(from);
      result += text.slice(from, found.index) + replacement(found);
      from = found.index + found[0].length;
      expression.lastIndex = found[0].length === 0 ? nextPlace(text, from) : from;
      if (found[0].length === 0 && from >= text.length) return result;
    }
  }

  #enter(): void {
    this.#calls++;
    if (this.#failing.size > 0 && this.#failing.has(this.#calls)) {
      throw new ApiError(
        'runtime_exception',
        `grok pattern matching was interrupted after [${this.limitMs}] ms`,
      );
    }
    this.#isMatching = true;
  }
}

/** Behind the character at `from`, which may be two units. */
export function nextPlace(text: string, from: number): number {
  const code = text.codePointAt(from);
  return from + (code !== undefined && code > 0xffff ? 2 : 1);
}
