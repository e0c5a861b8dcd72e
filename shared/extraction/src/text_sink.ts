import type { Extracted } from './calls.js';

/** What a file says of itself. `contentType`: more exactly than its kind. */
export type FileFacts = Partial<Omit<Extracted, 'content' | 'language'>>;

/** Text on its way out of a file, up to a limit. White space that a layout is made of is written once. */
export class SinkFull extends Error {
  override readonly name = 'SinkFull';
}

export class TextSink {
  readonly #limit: number;
  readonly #parts: string[] = [];
  #facts: FileFacts = {};
  #length = 0;
  #last = '\n';

  /** -1: there is none. */
  constructor(limit: number) {
    this.#limit = limit < 0 ? Number.POSITIVE_INFINITY : limit;
  }

  get text(): string {
    return this.#parts.join('');
  }

  get facts(): FileFacts {
    return this.#facts;
  }

  say(facts: FileFacts): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  write(text: string): void {
    if (text === '') return;
    const room = this.#limit - this.#length;
    const taken = text.length <= room ? text : text.slice(0, room);
    this.#parts.push(taken);
    this.#length += taken.length;
    this.#last = taken.at(-1) ?? this.#last;
    if (text.length > room) throw new SinkFull('as many characters as are wanted');
  }

  /** Runs of white space become one blank, and none at the beginning of a line: the text of markup. */
  flow(text: string): void {
    const joined = text.replace(/[ \t\r\n\f]+/g, ' ');
    this.write(joined.startsWith(' ') && /\s/.test(this.#last) ? joined.slice(1) : joined);
  }

  /** What follows stands in another line. */
  line(): void {
    if (this.#last !== '\n') this.write('\n');
  }

  /** What follows stands in the next cell. */
  tab(): void {
    this.write('\t');
  }
}
