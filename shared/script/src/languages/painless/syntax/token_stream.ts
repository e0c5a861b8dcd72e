/** The tokens with a current position, and common checks of the parser's parts. */
import { CompileFault, nestedTooDeeply } from './compile_fault.js';
import { type Token, tokenize } from './lexer.js';

/** The maximum nesting of expressions and blocks, since the parser is recursive. */
const MAX_NESTING = 200;

export class TokenStream {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #nesting = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  get place(): number {
    return this.#next;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new CompileFault(0, 'unexpected end of script.');
    return token;
  }

  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  /** True if the token `ahead` is this operator or keyword. */
  at(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === 'op' || token.kind === 'keyword');
  }

  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.#next++;
    return true;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw this.expected(`'${text}'`);
    return this.take();
  }

  expectName(): Token {
    if (this.peek().kind !== 'id') throw this.expected('ID');
    return this.take();
  }

  /** Runs `inner` one level deeper. */
  nested<T>(inner: () => T): T {
    if (++this.#nesting > MAX_NESTING) {
      throw nestedTooDeeply(this.peek().at);
    }
    try {
      return inner();
    } finally {
      this.#nesting--;
    }
  }

  expected(what: string): CompileFault {
    const token = this.peek();
    if (token.kind === 'end') return this.unexpected();
    return new CompileFault(
      token.at,
      `unexpected token ['${this.#written(token)}'] was expecting one of [${what}].`,
    );
  }

  /** The error if no grammar rule matches at the current token. */
  unexpected(): CompileFault {
    const token = this.peek();
    const message =
      token.kind === 'end'
        ? 'unexpected end of script.'
        : `invalid sequence of tokens near ['${this.#written(token)}'].`;
    return new CompileFault(token.at, message, undefined, 'no_viable_alt_exception');
  }

  /** The token as the script has it: a string with its quotes. */
  #written({ at, end }: Token): string {
    return this.#source.slice(at, end);
  }
}
