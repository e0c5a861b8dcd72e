/**
 * Converts JSON to YAML, on its bytes and with pauses, as Jackson formats OpenSearch's responses:
 * blocks, lists that are not indented below their name, texts always quoted.
 */
import { MAX_ANSWER_DEPTH } from './answer_limits.js';
import { inPieces } from './answer_pieces.js';
import { doubleText } from './java_number.js';
import { JsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { brokenName, yamlName, yamlText } from './yaml_scalars.js';

const STEP = 2;
const DOCUMENT_START = '---';

/** Converts the JSON to pieces in order, with a pause after each few kilobytes. */
export function* toYaml(json: Uint8Array): Generator<void, Uint8Array[]> {
  const layout = new Layout(new JsonReader(json, { maxDepth: MAX_ANSWER_DEPTH }));
  return yield* inPieces(layout.output, () => layout.token());
}

/** An open object or list. */
interface Block {
  readonly isList: boolean;
  /** Indentation of its lines. */
  readonly indent: number;
  /** True if its first entry is on the line on which it was opened. */
  readonly isInline: boolean;
  isEmpty: boolean;
}

class Layout {
  readonly output = new JsonBuffer();
  readonly #reader: JsonReader;
  readonly #open: Block[] = [];
  /** The text before the next value: a name and its colon, or the sign of an entry. */
  #before: 'name' | 'sign' | 'start' = 'start';
  /** Current column of the line. */
  #column = DOCUMENT_START.length;

  constructor(reader: JsonReader) {
    this.#reader = reader;
    this.output.text(DOCUMENT_START);
  }

  /** Converts the next token; false: there is no more. */
  token(): boolean {
    const reader = this.#reader;
    switch (reader.next()) {
      case JSON_TOKEN.END:
        this.output.text('\n');
        return false;
      case JSON_TOKEN.START_OBJECT:
        this.#begin(false);
        return true;
      case JSON_TOKEN.START_ARRAY:
        this.#begin(true);
        return true;
      case JSON_TOKEN.END_OBJECT:
      case JSON_TOKEN.END_ARRAY:
        this.#end();
        return true;
      case JSON_TOKEN.FIELD_NAME:
        this.#name(reader.name);
        return true;
      default:
        this.#element();
        this.output.text(` ${this.#scalar()}`);
        return true;
    }
  }

  #begin(isList: boolean): void {
    this.#element();
    const outside = this.#open.at(-1);
    const isFlush = this.#before === 'start' || (isList && this.#before === 'name');
    const indent = (outside?.indent ?? 0) + (isFlush ? 0 : STEP);
    const isInline = this.#before === 'sign';
    this.#open.push({ isList, indent, isInline, isEmpty: true });
  }

  #end(): void {
    const block = this.#open.pop();
    if (block?.isEmpty === true) this.output.text(block.isList ? ' []' : ' {}');
  }

  /** Starts an entry, if the next value is an element of a list. */
  #element(): void {
    const block = this.#open.at(-1);
    if (block?.isList !== true) return;
    this.#entry(block);
    this.output.text('-');
    this.#column = block.indent + 1;
    this.#before = 'sign';
  }

  #name(name: string): void {
    const block = this.#open.at(-1);
    if (block === undefined) return;
    this.#entry(block);
    const { text, isSimple } = yamlName(name);
    if (isSimple) {
      this.output.text(`${text}:`);
      this.#column = block.indent + text.length + 1;
      this.#before = 'name';
      return;
    }
    const inside = block.indent + STEP;
    this.output.text(`? ${brokenName(text, inside, inside)}\n${' '.repeat(block.indent)}:`);
    this.#column = block.indent + 1;
    this.#before = 'sign';
  }

  /** Moves to the start of the block's next entry. */
  #entry(block: Block): void {
    const isInline = block.isEmpty && block.isInline;
    block.isEmpty = false;
    this.output.text(isInline ? ' ' : `\n${' '.repeat(block.indent)}`);
  }

  #scalar(): string {
    const reader = this.#reader;
    const text = reader.text();
    if (reader.token === JSON_TOKEN.STRING) {
      const indent = (this.#open.at(-1)?.indent ?? 0) + STEP;
      return yamlText(text, this.#column + 1, indent);
    }
    if (reader.token !== JSON_TOKEN.NUMBER || reader.isInteger()) return text;
    return doubleText(Number(text));
  }
}
