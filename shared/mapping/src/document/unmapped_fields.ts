/**
 * Unmapped fields of a document: `dynamic` and the dynamic templates decide about them, and they
 * are collected as the mapping update that the document needs. They are not indexed in this pass.
 */
import { atOnce } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonReader, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexMapping } from '../index_mapping.js';
import { checkNewFields } from '../limits.js';
import type { MatchType } from '../tree/dynamic_template.js';
import { childPath, type Dynamic, type ObjectNode } from '../tree/mapping_tree.js';
import { parsingObject } from '../tree/parse_object.js';
import { isRuntimeField } from '../tree/runtime_definitions.js';
import { detectType } from './detect_type.js';
import { MappingUpdate } from './mapping_update.js';

/** A mapped object on the path to a value, with its inherited `dynamic`. */
export interface ObjectPlace {
  readonly node: ObjectNode;
  readonly dynamic: Dynamic;
}

export function placeAt(root: ObjectNode): ObjectPlace {
  return { node: root, dynamic: root.dynamic ?? 'true' };
}

export function placeWithin(place: ObjectPlace, node: ObjectNode): ObjectPlace {
  return { node, dynamic: node.dynamic ?? place.dynamic };
}

export class UnmappedFields {
  readonly #mapping: IndexMapping;
  readonly #reader: JsonReader;
  #conflict: ApiError | undefined;
  /** Both are created with the first such field, because most documents have none. */
  #made: MappingUpdate | undefined;
  #newObjects: Map<string, ObjectNode> | undefined;

  constructor(mapping: IndexMapping, reader: JsonReader) {
    this.#mapping = mapping;
    this.#reader = reader;
  }

  /** Throws if the document gave one new field values of different types. */
  update(): JsonObject | undefined {
    if (this.#made === undefined) return undefined;
    if (this.#conflict) throw this.#conflict;
    checkNewFields(this.#made.size, this.#mapping.context.settings);
    return this.#made.toJson();
  }

  get #update(): MappingUpdate {
    this.#made ??= new MappingUpdate(this.#mapping);
    return this.#made;
  }

  /** Adds a new field for the scalar at the reader. */
  scalar(place: ObjectPlace, name: string): void {
    const path = childPath(place.node.path, name);
    const { type, mapping, runtime = mapping } = detectType(this.#reader, this.#mapping.root);
    if (isRuntimeField(this.#mapping.root.runtime, path)) return;
    const own = this.#template(path, name, type);
    const isRuntime = own === undefined && place.dynamic === 'runtime';
    const plain = isRuntime ? runtime : mapping;
    const json = own ?? this.#withoutTemplate(place, name, plain);
    if (!json) return;
    const before = this.#update.typeOf(path);
    if (before !== undefined) this.#another(path, before, json);
    else if (isRuntime) this.#update.addRuntime(path, json);
    else this.#update.add(path, json);
  }

  /** Another value of a new field. `before`: the type that the first one gave it. */
  #another(path: string, before: JsonValue, { type = null }: JsonObject): void {
    if (before !== type) this.#conflict ??= typeConflict(path, before, type);
  }

  /**
   * Completes the definition of a mapped field. Of two values, the first counts; the other is
   * refused once the field is defined.
   */
  learn(path: string, json: JsonObject): void {
    if (!this.#update.has(path)) this.#update.add(path, json);
  }

  /** A new object; undefined if it is not mapped, or not mapped as an object. */
  object(place: ObjectPlace, name: string): ObjectPlace | undefined {
    const path = childPath(place.node.path, name);
    const pending = this.#newObjects?.get(path);
    if (pending) return placeWithin(place, pending);
    if (place.dynamic === 'false') return undefined;
    if (place.dynamic === 'strict') throw this.strict(place, name);
    const own = this.#template(path, name, 'object');
    const json = own ?? this.#withoutTemplate(place, name, { type: 'object' });
    if (!json) return undefined;
    const before = this.#update.typeOf(path);
    if (before !== undefined) {
      this.#another(path, before, json);
      return undefined;
    }
    // The name of a runtime field is its whole path, so no object is mapped around it.
    if (own !== undefined || place.dynamic !== 'runtime') this.#update.add(path, json);
    if (!isObjectType(json.type)) return undefined;
    const node = atOnce(parsingObject(path, json, this.#mapping.fieldContext));
    this.#newObjects ??= new Map();
    this.#newObjects.set(path, node);
    return placeWithin(place, node);
  }

  strict(place: ObjectPlace, name: string): ApiError {
    return new ApiError(
      'strict_dynamic_mapping_exception',
      `mapping set to ${place.dynamic}, dynamic introduction of [${name}] within [${place.node.path || '_doc'}] is not allowed`,
    );
  }

  #template(path: string, leaf: string, type: MatchType): JsonObject | undefined {
    const templates = this.#mapping.root.dynamicTemplates ?? [];
    const found = templates.find((template) => template.matches({ path, leaf, type }));
    const json = found?.mappingFor(leaf, type);
    return isJsonObject(json) ? json : undefined;
  }

  #withoutTemplate(place: ObjectPlace, name: string, json: JsonObject): JsonObject | undefined {
    if (place.dynamic === 'strict_allow_templates') throw this.strict(place, name);
    return place.dynamic === 'false_allow_templates' ? undefined : json;
  }
}

function isObjectType(type: JsonValue | undefined): boolean {
  return type === 'object' || type === 'nested';
}

function typeConflict(path: string, from: JsonValue, to: JsonValue): ApiError {
  if (isObjectType(from) !== isObjectType(to)) {
    const reason = `can't merge a non object mapping [${path}] with an object mapping`;
    return new ApiError('illegal_argument_exception', reason);
  }
  return new ApiError(
    'illegal_argument_exception',
    `mapper [${path}] cannot be changed from type [${String(from)}] to [${String(to)}]`,
  );
}
