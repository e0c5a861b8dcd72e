/** Parses an expression to a tree by precedence climbing. */
import { expectDefined } from '@skein/base';
import { ApiError } from '@skein/errors';
import { MAX_TREE_DEPTH, tooDeep } from '../tree_depth.js';
import { ExpressionFault } from './expression_fault.js';
import { FUNCTIONS } from './functions.js';
import { type Token, tokenize } from './lexer.js';

export type Node =
  /** `long` is the exact value of an octal or hexadecimal number; absent for a decimal one. */
  | { readonly kind: 'number'; readonly value: number; readonly long?: bigint }
  /**
   * `path` has the parts of the variable: `_score` alone, or `doc`, `['n']`, `value` for
   * `doc['n'].value`. If the source calls the last part, that part ends in `()`. `at` is its offset
   * in the source.
   */
  | { readonly kind: 'variable'; readonly path: readonly string[]; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'unary'; readonly op: string; readonly operand: Node }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Node; readonly right: Node }
  | {
      readonly kind: 'conditional';
      readonly test: Node;
      readonly then: Node;
      readonly otherwise: Node;
    };

/** Binary operators; the higher number binds tighter. All are left-associative. */
const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '>>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

/**
 * Limit of the parser's recursion: parentheses, arguments and unary operators inside each other.
 * Loops build deeper trees, for example of `a + b + c`; those have `MAX_TREE_DEPTH`.
 */
const MAX_DEPTH = 200;

export function parseExpression(source: string): Node {
  const tree = new Parser(source).parse();
  if (tooDeep(tree) !== undefined) {
    throw new ExpressionFault(0, `expression is nested deeper than ${MAX_TREE_DEPTH}`);
  }
  return tree;
}

/** The functions by name, for their numbers of arguments. */
const ARITIES: Readonly<Record<string, { readonly length: number }>> = FUNCTIONS;

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  parse(): Node {
    const node = this.#conditional();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return node;
  }

  get #token(): Token {
    return expectDefined(this.#tokens[this.#next], 'nothing is read after the end');
  }

  #take(text: string): boolean {
    if (this.#token.kind !== 'operator' || this.#token.text !== text) return false;
    this.#next++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#unexpected();
  }

  #conditional(): Node {
    if (++this.#depth > MAX_DEPTH) {
      throw new ExpressionFault(this.#token.at, `expression is nested deeper than ${MAX_DEPTH}`);
    }
    // A loop, as chains of conditionals may be long.
    const choices: { test: Node; then: Node }[] = [];
    let last = this.#binary(1);
    while (this.#take('?')) {
      const then = this.#conditional();
      this.#expect(':');
      choices.push({ test: last, then });
      last = this.#binary(1);
    }
    this.#depth--;
    return choices.reduceRight<Node>(
      (otherwise, choice) => ({ kind: 'conditional', ...choice, otherwise }),
      last,
    );
  }

  #binary(lowest: number): Node {
    let left = this.#unary();
    for (;;) {
      const { kind, text: op } = this.#token;
      const precedence = kind === 'operator' ? PRECEDENCE[op] : undefined;
      if (precedence === undefined || precedence < lowest) return left;
      this.#next++;
      left = { kind: 'binary', op, left, right: this.#binary(precedence + 1) };
    }
  }

  #unary(): Node {
    for (const op of ['-', '+', '!', '~']) {
      if (!this.#take(op)) continue;
      if (++this.#depth > MAX_DEPTH) throw this.#unexpected();
      const operand = this.#unary();
      this.#depth--;
      return { kind: 'unary', op, operand };
    }
    return this.#primary();
  }

  #primary(): Node {
    const token = this.#token;
    if (token.kind === 'number') {
      this.#next++;
      return numberOf(token.text);
    }
    if (token.kind === 'name') return this.#variable();
    if (!this.#take('(')) throw this.#unexpected();
    const inner = this.#conditional();
    this.#expect(')');
    return inner;
  }

  #variable(): Node {
    const { text, at } = this.#token;
    this.#next++;
    if (this.#take('(')) return this.#call(text, at);
    const path = [text];
    for (;;) {
      if (this.#take('.')) path.push(this.#name());
      else if (this.#take('[')) path.push(this.#index());
      else if (this.#take('(')) {
        this.#expect(')');
        return { kind: 'variable', path: [...path.slice(0, -1), `${path.at(-1)}()`], at };
      } else return { kind: 'variable', path, at };
    }
  }

  #name(): string {
    const token = this.#token;
    if (token.kind !== 'name') throw this.#unexpected();
    this.#next++;
    return token.text;
  }

  /** Reads a string and `]`. Returns `['n']` with single quotes, whichever the source has. */
  #index(): string {
    const token = this.#token;
    if (token.kind !== 'string') throw this.#unexpected();
    this.#next++;
    this.#expect(']');
    return `['${token.text.slice(1, -1).replace(/\\(.)/g, '$1')}']`;
  }

  #call(name: string, at: number): Node {
    const args: Node[] = [];
    if (!this.#take(')')) {
      do args.push(this.#conditional());
      while (this.#take(','));
      this.#expect(')');
    }
    const arity = Object.hasOwn(ARITIES, name) ? ARITIES[name]?.length : undefined;
    const invalid = `Invalid expression '${this.#source}':`;
    if (arity === undefined) {
      throw new ExpressionFault(at, `${invalid} Unrecognized function call (${name}).`);
    }
    if (arity !== args.length) {
      const words = `${invalid} Expected (${arity}) arguments for function call (${name}), but found (${args.length}).`;
      throw new ExpressionFault(at, words);
    }
    return { kind: 'call', name, args };
  }

  #unexpected(): ExpressionFault {
    const { kind, text, at } = this.#token;
    if (kind === 'end') {
      return new ExpressionFault(at, 'unexpected end of expression', 'no_viable_alt_exception');
    }
    const words = `unexpected token '${text}' on line (1) position (${at})`;
    return new ExpressionFault(at, words, 'no_viable_alt_exception');
  }
}

const LONG_MAX = 2n ** 63n - 1n;

/** Digits after a leading 0 are octal. */
function numberOf(text: string): Node {
  const [, octal, hexadecimal] = /^0(?:([0-7]+)|[xX]([0-9a-fA-F]+))$/.exec(text) ?? [];
  const digits = octal ?? hexadecimal;
  if (digits === undefined) return { kind: 'number', value: Number(text) };
  const long = BigInt(octal === undefined ? text : `0o${octal}`);
  if (long <= LONG_MAX) return { kind: 'number', value: Number(long), long };
  const radix = octal === undefined ? 16 : 8;
  const words = `For input string: "${digits}" under radix ${radix}`;
  throw new ApiError('number_format_exception', words);
}
