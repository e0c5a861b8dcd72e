/**
 * The words, numbers, brackets and commas of a well-known text, as OpenSearch's `WellKnownText`
 * reads them: `#` begins a comment. Throws parse_exception with its messages.
 */
import { javaDouble } from '@skein/base';
import { ApiError } from '@skein/errors';

const END = 'END-OF-STREAM';
/** A comment, a word, or another character that is no white space. */
const TOKENS = /#[^\r\n]*|[A-Za-z0-9+\-.\u00a0-\uffff]+|[^ \t\r\n]/g;
const WORD = /^[A-Za-z0-9+\-.\u00a0-\uffff]/;
const SIGNS: ReadonlySet<string> = new Set(['(', ')', ',']);

export class WktReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = (text.match(TOKENS) ?? []).filter((token) => !token.startsWith('#'));
  }

  /** The name of a shape. */
  name(): string {
    return this.#next();
  }

  /** Refuses further text. */
  end(): void {
    const token = this.#peek();
    if (this.#at === this.#tokens.length) return;
    throw failure(`expected end of WKT string but found additional text: ${shown(token)}`);
  }

  /** True if the members of a shape begin; `EMPTY` stands for none. */
  opens(): boolean {
    const token = this.#next();
    if (token === '(') return true;
    if (token.toLowerCase() === 'empty') return false;
    throw expected('EMPTY or (', token);
  }

  open(): void {
    this.#expect('(');
  }

  close(): void {
    this.#expect(')');
  }

  comma(): void {
    this.#expect(',');
  }

  /** Reads items until the closing bracket. */
  list(item: () => void): void {
    for (;;) {
      item();
      const token = this.#next();
      if (token === ')') return;
      if (token !== ',') throw expected(', or )', token);
    }
  }

  number(): number {
    const token = this.#peek();
    if (!this.#isNumberNext) throw expected('number', token);
    this.#at++;
    if (token.toLowerCase() === 'nan') return Number.NaN;
    const value = javaDouble(token);
    if (value === undefined) throw failure(`invalid number found: ${token}`);
    return value;
  }

  /** One more number, if there is one. */
  optionalNumber(): readonly number[] {
    return this.#isNumberNext ? [this.number()] : [];
  }

  /** A list of positions, all with a height or none. */
  positions(): readonly (readonly number[])[] {
    const found: (readonly number[])[] = [];
    this.list(() => found.push(this.#position(found[0]?.length)));
    return found;
  }

  /** A list whose positions may have brackets of their own; both forms are in use. */
  bracketedPositions(): readonly (readonly number[])[] {
    const found: (readonly number[])[] = [];
    this.list(() => {
      const isBracketed = this.#peek() === '(';
      if (isBracketed) this.open();
      found.push(this.#position(found[0]?.length));
      if (isBracketed) this.close();
    });
    return found;
  }

  #position(dimensions: number | undefined): readonly number[] {
    const position = [this.number(), this.number()];
    const next = this.#peek();
    position.push(...this.optionalNumber());
    if (dimensions === undefined || dimensions === position.length) return position;
    throw failure(`coordinate dimensions do not match: ${shown(next)}`);
  }

  get #isNumberNext(): boolean {
    return this.#at < this.#tokens.length && WORD.test(this.#peek());
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? END;
  }

  #next(): string {
    const token = this.#peek();
    const isKnown = this.#at < this.#tokens.length && (SIGNS.has(token) || WORD.test(token));
    if (!isKnown) throw expected('word', token);
    this.#at++;
    return token;
  }

  #expect(sign: string): void {
    const token = this.#next();
    if (token !== sign) throw expected(sign, token);
  }
}

function expected(what: string, token: string): ApiError {
  return failure(`expected ${what} but found: ${shown(token)}`);
}

function shown(token: string): string {
  return WORD.test(token) ? token : `'${token}'`;
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
