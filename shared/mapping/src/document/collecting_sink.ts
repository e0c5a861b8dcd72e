/** Gathers what the fields of one document make of its values. */
import type { Clock } from '@skein/base';
import type { JsonReader, JsonValue } from '@skein/content';
import type { IndexedField, StoredDocument } from '@skein/search_library';
import type { FieldSink } from '../field_types/field_type.js';

const NEW_LINE = 0x0a;

export class CollectingSink implements FieldSink {
  readonly fields: IndexedField[] = [];
  readonly clock: Clock;
  readonly document: FieldSink['document'];
  /** Values inside nested objects are checked but belong to documents of their own, which are not made yet. */
  muted = false;
  /** End of the value being indexed, when the reader has gone on. */
  valueEnd: number | undefined;
  readonly #reader: JsonReader;
  #stored: Map<string, JsonValue[]> | undefined;
  #ignored: Set<string> | undefined;

  constructor(reader: JsonReader, clock: Clock, document: FieldSink['document']) {
    this.#reader = reader;
    this.clock = clock;
    this.document = document;
  }

  add(field: IndexedField): void {
    if (!this.muted) this.fields.push(field);
  }

  store(field: string, value: JsonValue): void {
    if (this.muted) return;
    this.#stored ??= new Map();
    const values = this.#stored.get(field);
    if (values) values.push(value);
    else this.#stored.set(field, [value]);
  }

  ignore(field: string): void {
    this.#ignored ??= new Set();
    this.#ignored.add(field);
  }

  ignored(): Iterable<string> {
    return this.#ignored ?? [];
  }

  storedFields(): StoredDocument['fields'] {
    return this.#stored && Object.fromEntries(this.#stored);
  }

  location(): string {
    const { bytes, tokenEnd } = this.#reader;
    const end = this.valueEnd ?? tokenEnd;
    let line = 1;
    let lineStart = 0;
    for (let i = 0; i < end; i++) {
      if (bytes[i] !== NEW_LINE) continue;
      line++;
      lineStart = i + 1;
    }
    return `line: ${line}, column: ${end - lineStart + 1}`;
  }
}
