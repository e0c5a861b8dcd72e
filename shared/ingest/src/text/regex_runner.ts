/**
 * Runs all matches of users' expressions. Expressions run on JavaScript's engine, which is fast but
 * has no time limit: `bounded_run.ts` stops the engine when a document takes too long, learns here
 * which match was running, and runs the document again with that match failing, as in OpenSearch
 * when its watchdog interrupts a match.
 */
import { ApiError } from '@skein/errors';

export class RegexRunner {
  /** The time limit of a match in milliseconds. */
  readonly limitMs: number;
  /** The number of matches of this document so far. */
  #calls = 0;
  #isMatching = false;
  /** The numbers of this document's matches that took too long. */
  readonly #failing = new Set<number>();

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /** Starts a new document. */
  begin(): void {
    if (this.#failing.size > 0) this.#failing.clear();
    this.again();
  }

  /** Starts the same document again. */
  again(): void {
    this.#calls = 0;
    this.#isMatching = false;
  }

  /** Makes the interrupted match fail on the next run; false if no match was running. */
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

/** The index after the character at `from`, which may be a surrogate pair. */
export function nextPlace(text: string, from: number): number {
  const code = text.codePointAt(from);
  return from + (code !== undefined && code > 0xffff ? 2 : 1);
}
