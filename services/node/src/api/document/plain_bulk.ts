/**
 * Reads a bulk whose items ask for nothing but to index, create or delete under an id, as most do: `{"index":{"_index":"a","_id":"1"}}` with
 * or without those two. No parser, no object an item. Whatever else there is ends the reading: `bulk_body.ts` takes it from the start.
 */
import { asciiText } from '@skein/content';
import type { PlainWrites } from '../../shard_host/mod.js';
import type { BulkDefaults } from './bulk_body.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** In the order of `PLAIN_OPS`. */
const OPS = ['"index"', '"create"', '"delete"'];
const DELETE = 2;
/** So short that an id is within its limit of bytes, whatever it is. */
const MAX_ID_CHARS = 128;
const MAX_NAMES = 1000;

/** Items as they are read. */
interface Columns {
  readonly nameOf: number[];
  readonly ops: number[];
  readonly ids: string[];
  readonly ranges: number[];
}

/** A place in the body: before the item that is read next. */
export type BulkMark = number;

/** A name or an id as it stands in the body. */
interface Range {
  start: number;
  end: number;
}

export class PlainBulkReader {
  readonly #body: Uint8Array;
  readonly #names: string[] = [];
  /** Of the items read last, and where the first of them starts. */
  #columns: Columns = { nameOf: [], ops: [], ids: [], ranges: [] };
  #start = 0;
  readonly #numbers = new Map<string, number>();
  readonly #default: number;
  readonly #id: Range = { start: 0, end: 0 };
  /** The index named last, for it is mostly the next one too. */
  readonly #index: Range = { start: 0, end: 0 };
  #indexNumber = -1;
  #at = 0;

  private constructor(body: Uint8Array, index: string | undefined) {
    this.#body = body;
    this.#default = index === undefined ? -1 : this.#numberOf(index);
  }

  /** `undefined`: the request itself asks for more. */
  static of(body: Uint8Array, defaults: BulkDefaults): PlainBulkReader | undefined {
    const { index, routing, pipeline, requireAlias } = defaults;
    const plain = routing === undefined && pipeline === undefined && !requireAlias && index !== '';
    return plain && body.at(-1) === NEWLINE ? new PlainBulkReader(body, index) : undefined;
  }

  get done(): boolean {
    return this.#at >= this.#body.length;
  }

  get mark(): BulkMark {
    return this.#at;
  }

  /** Reads on from there. */
  returnTo(mark: BulkMark): void {
    this.#at = mark;
  }

  /** At most `count` items; `undefined` when one of them is not plain. */
  read(count: number): PlainWrites | undefined {
    this.#start = this.#at;
    this.#columns = { nameOf: [], ops: [], ids: [], ranges: [] };
    return this.readOn(count);
  }

  /** The items read last with at most `count` more. */
  readOn(count: number): PlainWrites | undefined {
    const columns = this.#columns;
    if (!this.#pass(count, columns)) return undefined;
    const isWhole = this.#start === 0 && this.done;
    return { body: this.#body, names: this.#names, ...columns, isWhole };
  }

  /** Goes past at most `count` items; false when one of them is not plain. */
  pass(count: number): boolean {
    return this.#pass(count, undefined);
  }

  #pass(count: number, columns: Columns | undefined): boolean {
    for (let i = 0; i < count && !this.done; i++) if (!this.#item(columns)) return false;
    return true;
  }

  #item(columns: Columns | undefined): boolean {
    const body = this.#body;
    this.#skipSpaces();
    if (!this.#take(OPEN_BRACE)) return false;
    const op = OPS.findIndex((name) => this.#takeText(name));
    if (op < 0 || !this.#take(COLON) || !this.#take(OPEN_BRACE)) return false;
    this.#id.start = this.#id.end = 0;
    const name = this.#members();
    if (name < 0 || !this.#take(CLOSE_BRACE)) return false;
    if (body[this.#at] === RETURN) this.#at++;
    if (body[this.#at++] !== NEWLINE) return false;
    if (op === DELETE && this.#id.end === 0) return false;
    return this.#put(op, name, columns);
  }

  #put(op: number, name: number, columns: Columns | undefined): boolean {
    const body = this.#body;
    const { start: idStart, end: idEnd } = this.#id;
    let start = 0;
    let end = 0;
    if (op !== DELETE) {
      if (this.done) return false;
      start = this.#at;
      end = body.indexOf(NEWLINE, start);
      this.#at = end + 1;
      if (end > start && body[end - 1] === RETURN) end--;
    }
    if (columns === undefined) return true;
    const { ids, ops, nameOf, ranges } = columns;
    ids.push(idEnd === 0 ? '' : asciiText(body, idStart, idEnd));
    ops.push(op);
    nameOf.push(name);
    ranges.push(start, end - start);
    return true;
  }

  /** `_index` and `_id` up to the brace behind them; returns the number of the index, -1 when there is anything else. */
  #members(): number {
    let name = this.#default;
    if (this.#take(CLOSE_BRACE)) return name;
    do {
      if (this.#takeText('"_id"')) {
        if (!this.#take(COLON) || !this.#string(this.#id)) return -1;
        if (this.#id.end - this.#id.start > MAX_ID_CHARS) return -1;
      } else if (this.#takeText('"_index"')) {
        name = this.#take(COLON) ? this.#indexName() : -1;
        if (name < 0) return -1;
      } else {
        return -1;
      }
    } while (this.#take(COMMA));
    return this.#take(CLOSE_BRACE) ? name : -1;
  }

  #indexName(): number {
    const body = this.#body;
    const { start, end } = this.#index;
    if (!this.#string(this.#index)) return -1;
    const { start: newStart, end: newEnd } = this.#index;
    let same = this.#indexNumber >= 0 && newEnd - newStart === end - start;
    for (let i = start; same && i < end; i++) same = body[i] === body[i - start + newStart];
    if (!same) this.#indexNumber = this.#numberOf(asciiText(body, newStart, newEnd));
    return this.#indexNumber;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const names = this.#names;
    if (names.length >= MAX_NAMES) return -1;
    this.#numbers.set(name, names.length);
    return names.push(name) - 1;
  }

  /** A string of printable ASCII without escapes, not empty. */
  #string(range: Range): boolean {
    const body = this.#body;
    if (body[this.#at] !== QUOTE) return false;
    const start = this.#at + 1;
    let at = start;
    for (let byte = body[at]; byte !== QUOTE; byte = body[++at]) {
      if (byte === undefined || byte < SPACE || byte >= 0x7f || byte === BACKSLASH) return false;
    }
    range.start = start;
    range.end = at;
    this.#at = at + 1;
    this.#skipSpaces();
    return at > start;
  }

  /** The byte, and spaces behind it. */
  #take(byte: number): boolean {
    if (this.#body[this.#at] !== byte) return false;
    this.#at++;
    this.#skipSpaces();
    return true;
  }

  #takeText(text: string): boolean {
    const body = this.#body;
    for (let i = 0; i < text.length; i++) {
      if (body[this.#at + i] !== text.charCodeAt(i)) return false;
    }
    this.#at += text.length;
    this.#skipSpaces();
    return true;
  }

  #skipSpaces(): void {
    const body = this.#body;
    while (body[this.#at] === SPACE) this.#at++;
  }
}
