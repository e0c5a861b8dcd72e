/** Collects the index fields made from one document's values. */
import type { Clock } from '@skein/base';
import type { JsonReader, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FieldSpec,
  type IndexedField,
  type NestedDocument,
  type StoredDocument,
  takeDocumentMemory,
} from '@skein/search_library';
import type { FieldSink } from '../field_types/field_type.js';
import type { ObjectNode } from '../tree/mapping_tree.js';

const NEW_LINE = 0x0a;
/** Estimated overhead of an index field beside its value. */
const BYTES_PER_VALUE = 96;

/** A document: the root or a nested one. */
class Draft {
  readonly fields: IndexedField[] = [];
  #stored: Map<string, JsonValue[]> | undefined;

  store(field: string, values: readonly JsonValue[]): void {
    this.#stored ??= new Map();
    const known = this.#stored.get(field);
    if (known === undefined) this.#stored.set(field, [...values]);
    else for (const value of values) known.push(value);
  }

  storedFields(): StoredDocument['fields'] {
    return this.#stored && Object.fromEntries(this.#stored);
  }

  addAll(other: Draft): void {
    for (const field of other.fields) this.fields.push(field);
    for (const [field, values] of other.#stored ?? []) this.store(field, values);
  }
}

interface NestedDraft {
  readonly path: string;
  readonly draft: Draft;
}

/** Work deferred to the end of a document. */
interface Later {
  readonly target: Draft;
  readonly run: (fields: readonly IndexedField[]) => void;
}

interface SinkOptions {
  readonly reader: JsonReader;
  readonly clock: Clock;
  readonly document: FieldSink['document'];
  /** Limit of nested documents. */
  readonly nestedLimit: number;
}

export class CollectingSink implements FieldSink {
  readonly clock: Clock;
  readonly document: FieldSink['document'];
  /** End of the value being indexed, if the reader has moved on. */
  valueEnd: number | undefined;
  readonly #reader: JsonReader;
  readonly #root = new Draft();
  /** The current document. */
  #target = this.#root;
  /** The nested documents around the current value, the outermost first. */
  readonly #open: NestedDraft[] = [];
  /** Completed nested documents, each before its parent. */
  #nested: NestedDocument[] | undefined;
  #nestedCount = 0;
  readonly #nestedLimit: number;
  #ignored: Set<string> | undefined;
  readonly #later: Later[] = [];

  constructor({ reader, clock, document, nestedLimit }: SinkOptions) {
    this.#reader = reader;
    this.clock = clock;
    this.document = document;
    this.#nestedLimit = nestedLimit;
  }

  /** Fields of the root document. */
  get fields(): readonly IndexedField[] {
    return this.#root.fields;
  }

  /** Undefined if the document has none. */
  get nested(): readonly NestedDocument[] | undefined {
    return this.#nested;
  }

  /**
   * Makes the fields added by `fill` a nested document and, as the mapping says, part of the
   * documents around it.
   */
  nest({ path, nested }: ObjectNode, fill: () => void): void {
    if (++this.#nestedCount > this.#nestedLimit) throw tooManyNested(this.#nestedLimit);
    const around = this.#target;
    const draft = new Draft();
    this.#open.push({ path, draft });
    this.#target = draft;
    fill();
    this.#open.pop();
    this.#target = around;
    this.#nested ??= [];
    this.#nested.push({ path, fields: draft.fields, storedFields: draft.storedFields() });
    if (nested?.includeInParent) around.addAll(draft);
    if (nested?.includeInRoot && !(nested.includeInParent && around === this.#root)) {
      this.#root.addAll(draft);
    }
  }

  /** Adds the fields of `fill` to the innermost current document that contains this path. */
  redirect(path: string, fill: () => void): void {
    const before = this.#target;
    const owner = this.#open.findLast((open) => path.startsWith(`${open.path}.`));
    this.#target = owner?.draft ?? this.#root;
    fill();
    this.#target = before;
  }

  add(field: IndexedField): void {
    if (field.kind === 'vector') this.#requireFirst(field.spec.name);
    takeDocumentMemory(BYTES_PER_VALUE);
    this.#target.fields.push(field);
  }

  /** Refuses a second vector of a field in a document. */
  #requireFirst(name: string): void {
    const { fields } = this.#target;
    if (!fields.some(({ kind, spec }) => kind === 'vector' && spec.name === name)) return;
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${name}] doesn't support indexing multiple vectors in the same document`,
    );
  }

  later(run: (fields: readonly IndexedField[]) => void): void {
    this.#later.push({ target: this.#target, run });
  }

  /** Runs the deferred work after all documents are complete. */
  finish(): void {
    for (const { target, run } of this.#later) {
      this.#target = target;
      run(target.fields);
    }
    this.#target = this.#root;
  }

  has(spec: FieldSpec): boolean {
    return this.#target.fields.some((field) => field.spec === spec);
  }

  store(field: string, value: JsonValue): void {
    this.#target.store(field, [value]);
  }

  ignore(field: string): void {
    this.#ignored ??= new Set();
    this.#ignored.add(field);
  }

  ignored(): Iterable<string> {
    return this.#ignored ?? [];
  }

  storedFields(): StoredDocument['fields'] {
    return this.#root.storedFields();
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

function tooManyNested(limit: number): ApiError {
  return new ApiError(
    'mapper_parsing_exception',
    `The number of nested documents has exceeded the allowed limit of [${limit}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`,
  );
}
