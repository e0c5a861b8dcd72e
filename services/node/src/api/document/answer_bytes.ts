/**
 * The items of a bulk response, written directly as bytes, because there may be hundreds of
 * thousands.
 */
import { utf8 } from '@skein/bytes';
import type { ShardCounts } from '../../shard_host/mod.js';

/** The content of an accepted item. Index and id are plain text: see `isPlainText`. */
interface AcceptedItem {
  readonly action: string;
  readonly index: string;
  readonly id: string;
  readonly version: number;
  readonly result: string;
  readonly forcedRefresh: boolean;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly status: number;
  /** The shard copies of the write, and their results. */
  readonly shards: ShardCounts;
}

/** Size of an item without index and id, which are ASCII: member names and eight numbers. */
const FIXED_BYTES = 400;
const INITIAL_BYTES = 16 * 1024;
/**
 * A full array of this size is kept and a new one started, so that written bytes are not copied
 * again.
 */
const CHUNK_BYTES = 256 * 1024;
const ZERO = 0x30;
const SPACE = 0x20;
const TILDE = 0x7e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** True if JSON shows the text unescaped: printable ASCII without quotes and backslashes. */
export function isPlainText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) return false;
  }
  return true;
}

export class AnswerBytes {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #length = 0;
  #isFirst = true;
  readonly #chunks: Uint8Array[] = [];

  add(answer: AcceptedItem): void {
    this.#reserve(FIXED_BYTES + answer.index.length * 3 + answer.id.length);
    this.#separate();
    this.#ascii('{"');
    this.#ascii(answer.action);
    this.#ascii('":{"_index":"');
    this.#ascii(answer.index);
    this.#ascii('","_id":"');
    this.#ascii(answer.id);
    this.#ascii('","_version":');
    this.#number(answer.version);
    this.#ascii(',"result":"');
    this.#ascii(answer.result);
    this.#ascii(answer.forcedRefresh ? '","forced_refresh":true' : '"');
    this.#ascii(',"_shards":{"total":');
    this.#number(answer.shards.total);
    this.#ascii(',"successful":');
    this.#number(answer.shards.successful);
    this.#ascii(',"failed":');
    this.#number(answer.shards.failed);
    this.#ascii('},"_seq_no":');
    this.#number(answer.seqNo);
    this.#ascii(',"_primary_term":');
    this.#number(answer.primaryTerm);
    this.#ascii(',"status":');
    this.#number(answer.status);
    this.#ascii('}}');
  }

  /** Adds an item that is encoded as JSON. */
  addJson(text: string): void {
    const bytes = utf8(text);
    this.#reserve(bytes.length + 1);
    this.#separate();
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** All items separated by commas, in pieces. */
  finish(): readonly Uint8Array[] {
    this.#putAside();
    return this.#chunks;
  }

  #putAside(): void {
    if (this.#length > 0) this.#chunks.push(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  #separate(): void {
    if (!this.#isFirst) this.#bytes[this.#length++] = COMMA;
    this.#isFirst = false;
  }

  #ascii(text: string): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.#length = at;
  }

  #number(value: number): void {
    if (value < 0 || value > 0x7fffffff) {
      this.#ascii(String(value));
      return;
    }
    let digits = 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits++;
    let rest = value;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      this.#bytes[at] = ZERO + (rest % 10);
      rest = (rest / 10) | 0;
    }
    this.#length += digits;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    if (needed > CHUNK_BYTES) {
      this.#putAside();
      this.#bytes = new Uint8Array(Math.max(count, CHUNK_BYTES));
      return;
    }
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
