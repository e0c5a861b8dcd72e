/**
 * Fields of a document the mapping does not know: what `dynamic` and the dynamic templates say
 * about them, collected as the mapping update the document needs. Nothing of them is indexed in
 * this pass.
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

/** An object of the mapping on the way to a value, with what it inherits. */
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
  /** Both are made when the first such field is met: most documents have none. */
  #made: MappingUpdate | undefined;
  #newObjects: Map<string, ObjectNode> | undefined;

  constructor(mapping: IndexMapping, reader: JsonReader) {
    this.#mapping = mapping;
    this.#reader = reader;
  }

  /** Throws when the document gave one new field values of different types. */
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

  /** A new field for the scalar the reader stands on. */
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
    if (before === undefined) {
      if (isRuntime) this.#update.addRuntime(path, json);
      else this.#update.add(path, json);
    } else if (before !== json.type)
      this.#conflict ??= typeConflict(path, json.type ?? null, before);
  }

  /**
   * More of the definition of a field that the mapping has. The first of two values counts: the
   * other is refused when that is known.
   */
  learn(path: string, json: JsonObject): void {
    if (!this.#update.has(path)) this.#update.add(path, json);
  }

  /** A new object; `undefined` when it is not to be mapped, or not as an object. */
  object(place: ObjectPlace, name: string): ObjectPlace | undefined {
    const path = childPath(place.node.path, name);
    const pending = this.#newObjects?.get(path);
    if (pending) return placeWithin(place, pending);
    if (this.#update.has(path) || place.dynamic === 'false') return undefined;
    if (place.dynamic === 'strict') throw this.strict(place, name);
    const own = this.#template(path, name, 'object');
    const json = own ?? this.#withoutTemplate(place, name, { type: 'object' });
    if (!json) return undefined;
    // Runtime fields have their whole path for a name: no object is mapped around them.
    if (own !== undefined || place.dynamic !== 'runtime') this.#update.add(path, json);
    if (json.type !== 'object' && json.type !== 'nested') return undefined;
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

function typeConflict(path: string, from: JsonValue, to: JsonValue): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `mapper [${path}] cannot be changed from type [${String(from)}] to [${String(to)}]`,
  );
}
