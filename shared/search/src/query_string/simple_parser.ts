/**
 * Parses Lucene's simple query syntax: `+` and, `|` or, `-` not, `"…"` phrase, `…*` prefix, `…~2`
 * fuzzy, `( … )` precedence, `\` escape. There are no syntax errors: a misplaced operator is
 * ignored.
 * https://lucene.apache.org/core/9_12_1/queryparser/org/apache/lucene/queryparser/simple/SimpleQueryParser.html
 */
import { checkClauseCount } from '@skein/mapping';
import { booleanQuery, LeafCount, matchAllQuery, type Query } from '@skein/search_library';

export type SimpleLeaf =
  | { readonly kind: 'words' | 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: number };

export type SimpleOperator =
  | 'and'
  | 'not'
  | 'or'
  | 'prefix'
  | 'phrase'
  | 'precedence'
  | 'escape'
  | 'whitespace'
  | 'fuzzy'
  | 'near';

interface SimpleOptions {
  readonly operators: ReadonlySet<SimpleOperator>;
  readonly defaultOperator: 'and' | 'or';
  /** Builds the query of a leaf; `undefined` if the text has nothing to search for. */
  readonly leaf: (leaf: SimpleLeaf) => Query | undefined;
  /** The limit for one group, and for the whole query. */
  readonly maxClauseCount: number;
}

/** The maximum nesting depth of effective parentheses. */
const MAX_DEPTH = 100;
const MAX_EDITS = 2;
const MAX_INT = 2_147_483_647;

type Operation = 'must' | 'should';

interface Clauses {
  readonly operation: Operation;
  readonly queries: readonly Query[];
}

/** The query of a text; `undefined` if it has nothing to search for. */
export function parseSimple(text: string, options: SimpleOptions): Query | undefined {
  if (text.trim() === '*') return matchAllQuery();
  const leaves = new LeafCount(options.maxClauseCount);
  return new SimpleParser([...text], { options, leaves, depth: 0 }).parse();
}

interface Stretch {
  readonly options: SimpleOptions;
  /** The leaves of the whole text. */
  readonly leaves: LeafCount;
  readonly depth: number;
}

/** The parser of one piece of the text; each instance is used once. */
class SimpleParser {
  readonly #text: readonly string[];
  readonly #options: SimpleOptions;
  readonly #leaves: LeafCount;
  readonly #depth: number;
  /**
   * Positions of closing parentheses, by position after the opening one; -1 if it is not closed.
   */
  readonly #closings = new Map<number, number>();
  #next = 0;
  #negations = 0;
  #operation: Operation | undefined;
  #top: Query | undefined;
  /** The clauses of `#top`, if it is a boolean query that the next clause may join. */
  #clauses: Clauses | undefined;

  constructor(text: readonly string[], { options, leaves, depth }: Stretch) {
    this.#text = text;
    this.#options = options;
    this.#leaves = leaves;
    this.#depth = depth;
  }

  parse(): Query | undefined {
    while (this.#next < this.#text.length) {
      if (this.#at('-', 'not')) {
        this.#negations++;
        this.#next++;
        continue;
      }
      this.#part();
      this.#negations = 0;
    }
    return this.#top;
  }

  #part(): void {
    if (this.#at('(', 'precedence')) this.#group();
    else if (this.#at(')', 'precedence')) this.#next++;
    else if (this.#at('"', 'phrase')) this.#phrase();
    else if (this.#at('+', 'and')) this.#join('must');
    else if (this.#at('|', 'or')) this.#join('should');
    else if (this.#atSpace()) this.#next++;
    else this.#token();
  }

  /** Only the first of several operators counts, and only after a clause. */
  #join(operation: Operation): void {
    if (this.#top !== undefined) this.#operation ??= operation;
    this.#next++;
  }

  #group(): void {
    const start = ++this.#next;
    const end = this.#closing(start);
    if (end < 0 || this.#depth >= MAX_DEPTH) return;
    this.#next = end + 1;
    if (end === start) {
      this.#operation = undefined;
      return;
    }
    const inside = this.#text.slice(start, end);
    const depth = this.#depth + 1;
    const stretch = { options: this.#options, leaves: this.#leaves, depth };
    this.#add(new SimpleParser(inside, stretch).parse());
  }

  /**
   * Returns the position of the parenthesis that closes the one before `start`, or -1. Results for
   * nested parentheses are cached.
   */
  #closing(start: number): number {
    const known = this.#closings.get(start);
    if (known !== undefined) return known;
    const open = [start];
    for (let i = start; i < this.#text.length && open.length > 0; i++) {
      if (this.#text[i] === '\\' && this.#has('escape')) i++;
      else if (this.#text[i] === '(') open.push(i + 1);
      else if (this.#text[i] === ')') {
        const opened = open.pop();
        if (opened !== undefined) this.#closings.set(opened, i);
      }
    }
    for (const unclosed of open) this.#closings.set(unclosed, -1);
    return this.#closings.get(start) ?? -1;
  }

  #phrase(): void {
    const start = ++this.#next;
    let text = '';
    let end = start;
    while (end < this.#text.length && this.#text[end] !== '"') {
      if (this.#text[end] === '\\' && this.#has('escape')) end++;
      text += this.#text[end++] ?? '';
    }
    if (end >= this.#text.length) return;
    this.#next = end + 1;
    if (end === start) {
      this.#operation = undefined;
      return;
    }
    const slop = this.#at('~', 'near') ? this.#number() : 0;
    this.#addLeaf({ kind: 'phrase', text, slop });
  }

  #token(): void {
    let text = '';
    let isPrefix = false;
    let isFuzzy = false;
    while (this.#next < this.#text.length) {
      const escaped = this.#at('\\', 'escape');
      if (escaped) this.#next++;
      else if (this.#isEnd()) break;
      else if (text !== '' && this.#at('~', 'fuzzy')) {
        isFuzzy = true;
        break;
      }
      isPrefix = !escaped && text !== '' && this.#at('*', 'prefix');
      text += this.#text[this.#next++] ?? '';
    }
    const edits = isFuzzy ? Math.min(this.#number(), MAX_EDITS) : 0;
    if (text === '') return;
    if (edits > 0) this.#addLeaf({ kind: 'fuzzy', text, edits });
    else if (isPrefix && !isFuzzy) {
      this.#addLeaf({ kind: 'prefix', text: text.slice(0, -1) });
    } else this.#addLeaf({ kind: 'words', text });
  }

  /** Parses the number after a `~`: 2 if there is none, 0 if it is no int of Java. */
  #number(): number {
    this.#next++;
    let digits = '';
    while (this.#next < this.#text.length && !this.#isEnd()) digits += this.#text[this.#next++];
    if (digits === '') return MAX_EDITS;
    const number = /^\+?\d+$/.test(digits) ? Number(digits) : 0;
    return number <= MAX_INT ? number : 0;
  }

  #addLeaf(leaf: SimpleLeaf): void {
    const query = this.#options.leaf(leaf);
    this.#add(query);
    if (query !== undefined) this.#leaves.add(query);
  }

  #add(found: Query | undefined): void {
    if (found === undefined) return;
    const query =
      this.#negations % 2 === 1
        ? booleanQuery({ mustNot: [found], should: [matchAllQuery()] })
        : found;
    if (this.#top === undefined) this.#top = query;
    else this.#combine(this.#top, query);
    this.#operation = undefined;
  }

  /** A change of operator puts all previous clauses into one clause. */
  #combine(top: Query, query: Query): void {
    const fallback = this.#options.defaultOperator === 'and' ? 'must' : 'should';
    const operation = this.#operation ?? fallback;
    const before = this.#clauses?.operation === operation ? this.#clauses.queries : [top];
    const queries = [...before, query];
    checkClauseCount(queries.length, this.#options.maxClauseCount);
    this.#clauses = { operation, queries };
    this.#top = booleanQuery({ [operation]: queries });
  }

  #has(operator: SimpleOperator): boolean {
    return this.#options.operators.has(operator);
  }

  #at(sign: string, operator: SimpleOperator): boolean {
    return this.#text[this.#next] === sign && this.#has(operator);
  }

  #atSpace(): boolean {
    return this.#has('whitespace') && /^[ \t\n\r]$/.test(this.#text[this.#next] ?? '');
  }

  #isEnd(): boolean {
    return (
      this.#at('"', 'phrase') ||
      this.#at('|', 'or') ||
      this.#at('+', 'and') ||
      this.#at('(', 'precedence') ||
      this.#at(')', 'precedence') ||
      this.#atSpace()
    );
  }
}
