import type { Extracted } from './calls.js';

/** The metadata of a file. Its `contentType`, if any, replaces the detected type. */
export type FileFacts = Partial<Omit<Extracted, 'content' | 'language'>>;

/** Thrown when the sink has reached its limit. */
export class SinkFull extends Error {
  override readonly name = 'SinkFull';
}

/** Collects the text of a file up to a limit. White space of the layout is written once. */
export class TextSink {
  readonly #limit: number;
  readonly #parts: string[] = [];
  #facts: FileFacts = {};
  #length = 0;
  #last = '\n';

  /** `limit` is the maximum number of characters; negative for none. */
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
    if (text.length > room) throw new SinkFull('the text has reached its limit');
  }

  /**
   * Writes the text of markup: white space collapses to one space, and is dropped at the beginning
   * of a line.
   */
  flow(text: string): void {
    const joined = text.replace(/[ \t\r\n\f]+/g, ' ');
    this.write(joined.startsWith(' ') && /\s/.test(this.#last) ? joined.slice(1) : joined);
  }

  /** Starts a new line. */
  line(): void {
    if (this.#last !== '\n') this.write('\n');
  }

  /** Starts a new cell. */
  tab(): void {
    this.write('\t');
  }
}
