/**
 * Walks one document along the mapping's tree. Objects and arrays are handled here, leaf values in
 * `field_values.ts`.
 */
import { JSON_TOKEN, type JsonObject, type JsonReader } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexMapping } from '../index_mapping.js';
import { DOC_COUNT_SPEC, isMetadataField } from '../metadata_fields.js';
import { javaText } from '../tree/java_text.js';
import type { MappingNode, ObjectNode } from '../tree/mapping_tree.js';
import { childPath } from '../tree/mapping_tree.js';
import type { CollectingSink } from './collecting_sink.js';
import { addDocCount } from './doc_count.js';
import { checkFieldName, splitFieldName } from './field_name.js';
import { FieldValues } from './field_values.js';
import { type ObjectPlace, placeAt, placeWithin, UnmappedFields } from './unmapped_fields.js';

export interface WalkOptions {
  readonly mapping: IndexMapping;
  readonly reader: JsonReader;
  readonly sink: CollectingSink;
  readonly id: string;
}

export class DocumentWalk {
  readonly #mapping: IndexMapping;
  readonly #reader: JsonReader;
  readonly #sink: CollectingSink;
  readonly #unmapped: UnmappedFields;
  readonly #values: FieldValues;
  readonly #depthLimit: number;
  readonly #id: string;
  #depth = 0;
  #arrayDepth = 0;

  constructor({ mapping, reader, sink, id }: WalkOptions) {
    this.#mapping = mapping;
    this.#id = id;
    this.#reader = reader;
    this.#sink = sink;
    this.#unmapped = new UnmappedFields(mapping, reader);
    this.#values = new FieldValues({ mapping, reader, sink, id, unmapped: this.#unmapped });
    this.#depthLimit = mapping.depthLimit;
  }

  root(): void {
    this.#members(placeAt(this.#mapping.root.object));
  }

  dynamicUpdate(): JsonObject | undefined {
    return this.#unmapped.update();
  }

  /** Reads the members of the object whose START the reader is at. */
  #members(place: ObjectPlace): void {
    if (++this.#depth > this.#depthLimit) throw this.#tooDeep('The depth of the field');
    while (this.#reader.next() === JSON_TOKEN.FIELD_NAME) {
      const { name } = this.#reader;
      this.#reader.next();
      this.#member(place, name);
    }
    this.#depth--;
  }

  #member(place: ObjectPlace, name: string): void {
    const child = place.node.children.get(name);
    if (child) this.#value(place, child);
    else if (place.node.flat) this.#flat(place, name);
    else if (name.includes('.')) this.#dotted(place, name);
    else this.#unknown(place, name);
  }

  #value(place: ObjectPlace, node: MappingNode): void {
    if (node.kind === 'field') this.#values.field(node);
    else if (node.kind === 'object') this.#object(place, node);
    else {
      throw new ApiError(
        'illegal_argument_exception',
        `Cannot write to a field alias [${node.path}].`,
      );
    }
  }

  #object(place: ObjectPlace, node: ObjectNode, called = node.leaf): void {
    const { token } = this.#reader;
    if (!node.enabled) this.#reader.skipChildren();
    else if (token === JSON_TOKEN.START_OBJECT) this.#inside(placeWithin(place, node));
    else if (token === JSON_TOKEN.START_ARRAY) this.#array(() => this.#object(place, node, 'null'));
    else if (token !== JSON_TOKEN.NULL) {
      throw new ApiError(
        'mapper_parsing_exception',
        `object mapping for [${node.path}] tried to parse field [${called}] as object, but found a concrete value`,
      );
    }
  }

  #inside(place: ObjectPlace): void {
    if (place.node.nested === undefined) this.#members(place);
    else this.#sink.nest(place.node, () => this.#members(place));
  }

  #array(element: () => void): void {
    if (++this.#arrayDepth > this.#depthLimit)
      throw this.#tooDeep('The depth of the nested array field');
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) element();
    this.#arrayDepth--;
  }

  #tooDeep(what: string): ApiError {
    return new ApiError(
      'parse_exception',
      `${what} has exceeded the allowed limit of [${this.#depthLimit}]. This limit can be set by changing the [index.mapping.depth.limit] index level setting.`,
    );
  }

  /** Treats `a.b.c` as `{a: {b: {c}}}`. */
  #dotted(start: ObjectPlace, name: string): void {
    const parts = splitFieldName(name);
    let place: ObjectPlace | undefined = start;
    while (parts.length > 1 && !place.node.flat) {
      place = this.#step(place, parts.shift() ?? '', name);
      if (!place) {
        this.#reader.skipChildren();
        return;
      }
    }
    this.#member(place, parts.join('.'));
  }

  /** Without subobjects, the members of an object get its name as a prefix. */
  #flat(place: ObjectPlace, name: string): void {
    const { token } = this.#reader;
    if (token === JSON_TOKEN.START_ARRAY) this.#array(() => this.#flat(place, name));
    else if (token !== JSON_TOKEN.START_OBJECT) this.#unknown(place, name);
    else {
      if (++this.#depth > this.#depthLimit) throw this.#tooDeep('The depth of the field');
      while (this.#reader.next() === JSON_TOKEN.FIELD_NAME) {
        const inner = `${name}.${this.#reader.name}`;
        this.#reader.next();
        this.#member(place, inner);
      }
      this.#depth--;
    }
  }

  /** Enters one object of a dotted name; undefined if it is not mapped. */
  #step(place: ObjectPlace, part: string, name: string): ObjectPlace | undefined {
    const child = place.node.children.get(part);
    if (!child) return this.#unmapped.object(place, part);
    if (child.kind !== 'object') {
      const type = child.kind === 'field' ? child.definition.name : 'alias';
      throw new ApiError(
        'mapper_parsing_exception',
        `Could not dynamically add mapping for field [${name}]. Existing mapping for [${child.path}] must be of type object but found [${type}].`,
      );
    }
    if (child.nested) {
      throw new ApiError(
        'mapper_parsing_exception',
        `Cannot add a value for field [${name}] since one of the intermediate objects is mapped as a nested object: [${child.path}]`,
      );
    }
    return child.enabled ? placeWithin(place, child) : undefined;
  }

  #unknown(place: ObjectPlace, name: string): void {
    checkFieldName(name);
    const path = childPath(place.node.path, name);
    if (path === DOC_COUNT_SPEC.name) {
      addDocCount(this.#reader, this.#sink, this.#id);
      return;
    }
    if (isMetadataField(path)) {
      throw metadataFailure(path, this.#id, javaText(this.#reader.value()));
    }
    if (place.dynamic === 'strict') throw this.#unmapped.strict(place, name);
    if (place.dynamic === 'false') this.#reader.skipChildren();
    else this.#introduce(place, name);
  }

  /** Handles a field that may be added to the mapping. */
  #introduce(place: ObjectPlace, name: string): void {
    const { token } = this.#reader;
    if (token === JSON_TOKEN.START_ARRAY) this.#array(() => this.#introduce(place, name));
    else if (token === JSON_TOKEN.START_OBJECT) {
      const inner = this.#unmapped.object(place, name);
      if (inner) this.#inside(inner);
      else this.#reader.skipChildren();
    } else if (token !== JSON_TOKEN.NULL) {
      this.#unmapped.scalar(place, name);
    }
  }
}

function metadataFailure(name: string, id: string, preview: string): ApiError {
  const cause = new ApiError(
    'mapper_parsing_exception',
    `Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
  );
  return new ApiError(
    'mapper_parsing_exception',
    `failed to parse field [${name}] of type [${name}] in document with id '${id}'. Preview of field's value: '${preview}'`,
    { cause, rootCauses: [cause] },
  );
}
