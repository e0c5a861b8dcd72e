/**
 * Formats JSON for people, on its bytes: numbers and the order of names do not change. The layout
 * is OpenSearch's: two spaces, ` : ` after names, a newline at the end. Only unnecessary escapes in
 * strings are removed.
 */

import { MAX_ANSWER_DEPTH } from './answer_limits.js';
import { inPieces } from './answer_pieces.js';
import { JsonBuffer, PUNCTUATION } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

/** Formats the JSON as pieces in order, with a pause after each few kilobytes. */
export function* prettyJson(json: Uint8Array): Generator<void, Uint8Array[]> {
  const layout = new Layout(new JsonReader(json, { maxDepth: MAX_ANSWER_DEPTH }));
  return yield* inPieces(layout.output, () => layout.token());
}

class Layout {
  readonly output = new JsonBuffer();
  readonly #reader: JsonReader;
  #indent = '\n';
  /** True if the innermost container is still empty. */
  #isFirst = true;
  /** True if a name precedes the next value. */
  #isNamed = false;

  constructor(reader: JsonReader) {
    this.#reader = reader;
  }

  /** Formats the next token; false: there is no more. */
  token(): boolean {
    const reader = this.#reader;
    switch (reader.next()) {
      case JSON_TOKEN.END:
        this.output.character(NEWLINE);
        return false;
      case JSON_TOKEN.START_OBJECT:
        this.#open(PUNCTUATION.openObject);
        return true;
      case JSON_TOKEN.START_ARRAY:
        this.#open(PUNCTUATION.openArray);
        return true;
      case JSON_TOKEN.END_OBJECT:
        this.#close(PUNCTUATION.closeObject);
        return true;
      case JSON_TOKEN.END_ARRAY:
        this.#close(PUNCTUATION.closeArray);
        return true;
      case JSON_TOKEN.FIELD_NAME:
        this.#separate();
        this.output.string(reader.name);
        this.output.text(' : ');
        this.#isNamed = true;
        return true;
      default:
        this.#separate();
        this.#scalar();
        return true;
    }
  }

  #scalar(): void {
    const reader = this.#reader;
    const isEscaped = reader.token === JSON_TOKEN.STRING && reader.hasEscapes;
    if (isEscaped) this.output.string(reader.text());
    else this.output.range(reader.bytes, reader.tokenStart, reader.tokenEnd);
  }

  #open(bracket: number): void {
    this.#separate();
    this.output.character(bracket);
    this.#indent += '  ';
    this.#isFirst = true;
  }

  #close(bracket: number): void {
    this.#indent = this.#indent.slice(0, -2);
    this.output.text(this.#isFirst ? ' ' : this.#indent);
    this.output.character(bracket);
    this.#isFirst = false;
  }

  /** Writes the separator before a name, an element or the value of a name. */
  #separate(): void {
    if (this.#isNamed) {
      this.#isNamed = false;
      return;
    }
    if (!this.#isFirst) this.output.character(PUNCTUATION.comma);
    this.#isFirst = false;
    if (this.#indent.length > 1) this.output.text(this.#indent);
  }
}

const NEWLINE = 0x0a;
