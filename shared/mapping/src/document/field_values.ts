/** Leaf values: a field, its multi-fields and its `copy_to` targets all get the same token. */
import { JSON_TOKEN, type JsonReader, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { MAX_ASCII_BYTES, type MappedField } from '../field_types/field_type.js';
import { notText } from '../field_types/malformed.js';
import type { IndexMapping } from '../index_mapping.js';
import { javaText } from '../tree/java_text.js';
import type { FieldNode } from '../tree/mapping_tree.js';
import type { CollectingSink } from './collecting_sink.js';
import { type ObjectPlace, placeAt, placeWithin, type UnmappedFields } from './unmapped_fields.js';

interface Parts {
  readonly mapping: IndexMapping;
  readonly reader: JsonReader;
  readonly sink: CollectingSink;
  readonly id: string;
  readonly unmapped: UnmappedFields;
}

/** OpenSearch unwraps its own exceptions to find the root cause. */
export function rootOf(cause: ApiError): { readonly rootCauses?: readonly ApiError[] } {
  return UNWRAPPED.has(cause.type) ? { rootCauses: cause.rootCauses ?? [cause] } : {};
}

const UNWRAPPED: ReadonlySet<string> = new Set([
  'mapper_parsing_exception',
  'parse_exception',
  'parsing_exception',
]);

export class FieldValues {
  readonly #parts: Parts;
  readonly #reader: JsonReader;
  readonly #sink: CollectingSink;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.reader;
    this.#sink = parts.sink;
  }

  /**
   * Indexes the value at the reader, unrolling arrays; leaves the reader at the value's last token.
   */
  field(node: FieldNode): void {
    const reader = this.#reader;
    if (reader.token === JSON_TOKEN.START_ARRAY && !node.field.readsStructures) {
      while (reader.next() !== JSON_TOKEN.END_ARRAY) this.field(node);
      return;
    }
    if (node.asciiFields.length > 0 && this.#fitsAscii()) {
      for (const field of node.asciiFields) field.indexAscii?.(reader, this.#sink);
      return;
    }
    const value = this.#value();
    this.#index(node, value);
    for (const target of node.copyTo) this.#copy(target, value);
    this.#sink.valueEnd = undefined;
  }

  #fitsAscii(): boolean {
    const reader = this.#reader;
    return reader.isAscii && reader.tokenEnd - reader.tokenStart - 2 <= MAX_ASCII_BYTES;
  }

  #value(): JsonValue {
    const reader = this.#reader;
    const { token } = reader;
    const isStructure = token === JSON_TOKEN.START_OBJECT || token === JSON_TOKEN.START_ARRAY;
    if (isStructure) this.#sink.valueEnd = reader.tokenEnd;
    return reader.value();
  }

  /** The text of a scalar in the document; the reader must still be at it. */
  #textOf(value: JsonValue): string | undefined {
    if (typeof value === 'string') return value;
    return value === null || typeof value === 'object' ? undefined : this.#reader.text();
  }

  #index(node: FieldNode, value: JsonValue): void {
    const learnt = node.field.learns?.(value);
    if (learnt !== undefined) this.#parts.unmapped.learn(node.path, learnt);
    this.#indexOne(node.field, value);
    for (const companion of node.companions) this.#indexOne(companion, value);
    if (node.multiFields.size === 0) return;
    for (const sub of node.multiFields.values()) {
      const { multiFieldValues } = node.field;
      const given = value === null ? undefined : multiFieldValues?.(value, sub.field);
      for (const one of given ?? [value]) this.#index(sub, one);
    }
  }

  #indexOne(field: MappedField, value: JsonValue): void {
    try {
      if (value === null) {
        if (field.nullValue !== undefined) field.index(field.nullValue, this.#sink);
        return;
      }
      const read = field.readsText ? this.#textOf(value) : value;
      if (read === undefined) throw notText(value, this.#sink);
      field.index(read, this.#sink);
    } catch (error) {
      throw error instanceof ApiError ? this.#failure(field, value, error) : error;
    }
  }

  #failure(field: MappedField, value: JsonValue, cause: ApiError): ApiError {
    if (cause.cause?.type === 'max_bytes_length_exceeded_exception') return cause;
    if (cause.type === 'circuit_breaking_exception') return cause;
    const start = `failed to parse field [${field.name}] of type [${field.typeName}]`;
    if (field.faults === 'own') return cause;
    if (field.faults === 'field') {
      return new ApiError('mapper_parsing_exception', start, { cause, ...rootOf(cause) });
    }
    const preview = this.#textOf(value) ?? javaText(value);
    return new ApiError(
      'mapper_parsing_exception',
      `${start} in document with id '${this.#parts.id}'. Preview of field's value: '${preview}'`,
      { cause, ...rootOf(cause) },
    );
  }

  #copy(target: string, value: JsonValue): void {
    const node = this.#parts.mapping.lookup.nodes.get(target);
    if (node?.kind === 'alias') {
      throw new ApiError('illegal_argument_exception', `Cannot copy to a field alias [${target}].`);
    }
    const place = this.#placeOf(target);
    if (!place) return;
    this.#sink.redirect(target, () => {
      if (node?.kind === 'field') this.#index(node, value);
      else if (this.#textOf(value) !== undefined) this.#copyToNew(place, target);
    });
  }

  #copyToNew(place: ObjectPlace, target: string): void {
    const { path } = place.node;
    const name = path === '' ? target : target.slice(path.length + 1);
    if (place.dynamic === 'strict') throw this.#parts.unmapped.strict(place, name);
    if (place.dynamic !== 'false') this.#parts.unmapped.scalar(place, name);
  }

  /** The object that contains a path; missing objects are created. */
  #placeOf(path: string): ObjectPlace | undefined {
    let place: ObjectPlace | undefined = placeAt(this.#parts.mapping.root.object);
    const parts = path.split('.');
    for (const part of parts.slice(0, -1)) {
      if (place.node.flat) return place;
      const child = place.node.children.get(part);
      if (child?.kind === 'object') place = placeWithin(place, child);
      else if (child) return place;
      else place = this.#parts.unmapped.object(place, part);
      if (!place) return undefined;
    }
    return place;
  }
}
