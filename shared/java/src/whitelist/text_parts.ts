/** java.util's StringJoiner and StringTokenizer. */
import type { ClassTable } from '../class_table.js';
import { allocate } from '../values/meter.js';
import { noSuchElement, notNull, nullPointer } from '../values/throwable.js';
import { JavaObject, textOf, type Value } from '../values/value.js';

class StringJoiner extends JavaObject {
  readonly className: string = 'java.util.StringJoiner';
  readonly #mark: string;
  readonly #first: string;
  readonly #last: string;
  #empty: string;
  #joined: string | undefined;

  constructor(mark: string, first = '', last = '') {
    super();
    this.#mark = mark;
    this.#first = first;
    this.#last = last;
    this.#empty = first + last;
  }

  add(text: string): this {
    allocate(this.#mark.length + text.length);
    this.#joined = this.#joined === undefined ? text : this.#joined + this.#mark + text;
    return this;
  }

  /** Adds the text of the other joiner as one part. */
  merge(other: StringJoiner): this {
    return other.#joined === undefined ? this : this.add(other.#joined);
  }

  setEmptyValue(text: string): this {
    this.#empty = text;
    return this;
  }

  override text(): string {
    return this.#joined === undefined ? this.#empty : this.#first + this.#joined + this.#last;
  }
}

class StringTokenizer extends JavaObject {
  readonly className: string = 'java.util.StringTokenizer';
  readonly #text: string;
  /** Null is an error once a token is sought. */
  #marks: ReadonlySet<string> | null;
  readonly #returnMarks: boolean;
  #at = 0;

  constructor(text: string, marks: string | null = ' \t\n\r\f', returnMarks = false) {
    super();
    this.#text = text;
    this.#marks = charactersOf(marks);
    this.#returnMarks = returnMarks;
  }

  hasNext(): boolean {
    return this.#start(this.#at) < this.#text.length;
  }

  count(): number {
    let count = 0;
    for (let at = this.#start(this.#at); at < this.#text.length; count++)
      at = this.#start(this.#end(at));
    return count;
  }

  next(marks?: string | null): string {
    if (marks !== undefined) this.#marks = charactersOf(marks);
    const from = this.#start(this.#at);
    if (from >= this.#text.length) throw noSuchElement(null);
    this.#at = this.#end(from);
    return this.#text.slice(from, this.#at);
  }

  /** The start of the next token. */
  #start(from: number): number {
    let at = from;
    if (this.#returnMarks) return at;
    while (at < this.#text.length && this.#isMark(at)) at += this.#characterAt(at).length;
    return at;
  }

  #end(from: number): number {
    let at = from;
    while (at < this.#text.length && !this.#isMark(at)) at += this.#characterAt(at).length;
    return at === from && this.#returnMarks ? at + this.#characterAt(at).length : at;
  }

  #isMark(at: number): boolean {
    if (this.#marks === null) throw nullPointer(null);
    return this.#marks.has(this.#characterAt(at));
  }

  #characterAt(at: number): string {
    return String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
  }
}

const charactersOf = (text: string | null): ReadonlySet<string> | null =>
  text === null ? null : new Set(text);

const someText = (text: string | null): string =>
  notNull(text, 'Cannot invoke "String.length()" because "str" is null');

export const textParts: readonly ClassTable[] = [
  {
    name: 'java.util.StringJoiner',
    constructors: {
      '(CharSequence)': (mark: Value) =>
        new StringJoiner(textOf(notNull(mark, 'The delimiter must not be null'))),
      '(CharSequence,CharSequence,CharSequence)': (mark: Value, first: Value, last: Value) =>
        new StringJoiner(
          textOf(notNull(mark, 'The delimiter must not be null')),
          textOf(notNull(first, 'The prefix must not be null')),
          textOf(notNull(last, 'The suffix must not be null')),
        ),
    },
    methods: {
      'StringJoiner add(CharSequence)': (self: StringJoiner, text: Value) => self.add(textOf(text)),
      'int length()': (self: StringJoiner) => self.text().length,
      'StringJoiner merge(StringJoiner)': (self: StringJoiner, other: StringJoiner) =>
        self.merge(other),
      'StringJoiner setEmptyValue(CharSequence)': (self: StringJoiner, text: Value) =>
        self.setEmptyValue(textOf(notNull(text, 'The empty value must not be null'))),
    },
  },
  {
    name: 'java.util.StringTokenizer',
    supers: ['java.util.Enumeration'],
    constructors: {
      '(String)': (text: string | null) => new StringTokenizer(someText(text)),
      '(String,String)': (text: string | null, marks: string) =>
        new StringTokenizer(someText(text), marks),
      '(String,String,boolean)': (text: string | null, marks: string, returnMarks: boolean) =>
        new StringTokenizer(someText(text), marks, returnMarks),
    },
    methods: {
      'int countTokens()': (self: StringTokenizer) => self.count(),
      'boolean hasMoreElements()': (self: StringTokenizer) => self.hasNext(),
      'boolean hasMoreTokens()': (self: StringTokenizer) => self.hasNext(),
      'def nextElement()': (self: StringTokenizer) => self.next(),
      'String nextToken()': (self: StringTokenizer) => self.next(),
      'String nextToken(String)': (self: StringTokenizer, marks: string) => self.next(marks),
    },
  },
];
