/** Collects new fields by path and renders them as a mapping update. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { takeDocumentMemory } from '@skein/search_library';
import type { IndexMapping } from '../index_mapping.js';
import type { ObjectNode } from '../tree/mapping_tree.js';

/** Estimated memory of a field in a thread while its mapping is merged and parsed again. */
const BYTES_PER_NEW_FIELD = 4 * 1024;

interface UpdateNode {
  readonly json: JsonObject;
  readonly children: Map<string, UpdateNode>;
}

export class MappingUpdate {
  readonly #mapping: IndexMapping;
  readonly #types = new Map<string, JsonValue>();
  readonly #root: UpdateNode;
  readonly #runtime = new Map<string, JsonObject>();

  constructor(mapping: IndexMapping) {
    this.#mapping = mapping;
    this.#root = { json: flatness(mapping.root.object), children: new Map() };
  }

  get size(): number {
    return this.#types.size;
  }

  has(path: string): boolean {
    return this.#types.has(path);
  }

  /** The type a new field was given. */
  typeOf(path: string): JsonValue | undefined {
    return this.#types.get(path);
  }

  /** Throws circuit_breaking_exception if the document adds too many fields. */
  add(path: string, json: JsonObject): void {
    const others = isJsonObject(json.fields) ? Object.keys(json.fields).length : 0;
    takeDocumentMemory((1 + others) * BYTES_PER_NEW_FIELD);
    this.#types.set(path, json.type ?? null);
    const parts = path.split('.');
    let node = this.#root;
    let at = '';
    while (parts.length > 1 && !isFlat(node)) {
      const part = parts.shift() ?? '';
      at = at === '' ? part : `${at}.${part}`;
      node = this.#child(node, part, at);
    }
    node.children.set(parts.join('.'), { json, children: new Map() });
  }

  /** Adds a runtime field, which is read from `_source` on demand. */
  addRuntime(path: string, json: JsonObject): void {
    takeDocumentMemory(BYTES_PER_NEW_FIELD);
    this.#types.set(path, json.type ?? null);
    this.#runtime.set(path, json);
  }

  /**
   * An object on the path. An existing nested one must be declared nested, otherwise the merge
   * would see a change of type.
   */
  #child(node: UpdateNode, part: string, path: string): UpdateNode {
    const existing = node.children.get(part);
    if (existing) return existing;
    const known = this.#mapping.lookup.objects.get(path);
    const nested = known?.nested;
    const kind: JsonObject = nested
      ? {
          type: 'nested',
          include_in_parent: nested.includeInParent,
          include_in_root: nested.includeInRoot,
        }
      : { type: 'object' };
    const json = { ...kind, ...flatness(known) };
    const child: UpdateNode = { json, children: new Map() };
    node.children.set(part, child);
    return child;
  }

  toJson(): JsonObject | undefined {
    if (this.#types.size === 0) return undefined;
    const json = nodeJson(this.#root);
    return this.#runtime.size === 0
      ? json
      : { ...json, runtime: Object.fromEntries(this.#runtime) };
  }
}

/**
 * An object without subobjects must be declared so, otherwise its new fields would be read as
 * objects.
 */
function flatness(object: ObjectNode | undefined): JsonObject {
  return object?.flat ? { subobjects: false } : {};
}

function isFlat({ json }: UpdateNode): boolean {
  return json.subobjects === false || json.subobjects === 'false';
}

function nodeJson({ json, children }: UpdateNode): JsonObject {
  if (children.size === 0) return json;
  const own = isJsonObject(json.properties) ? json.properties : {};
  const properties = Object.fromEntries<JsonValue | undefined>([
    ...Object.entries(own),
    ...[...children].map(([name, child]): [string, JsonValue] => [name, nodeJson(child)]),
  ]);
  return { ...json, properties };
}
