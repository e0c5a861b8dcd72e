/** Collects new fields by path and gives the mapping JSON that adds them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { takeDocumentMemory } from '@skein/search_library';
import type { IndexMapping } from '../index_mapping.js';

/** What a field takes in the mapping of a thread, as it is merged and read again. */
const BYTES_PER_NEW_FIELD = 4 * 1024;

interface UpdateNode {
  readonly json: JsonObject;
  readonly children: Map<string, UpdateNode>;
}

export class MappingUpdate {
  readonly #mapping: IndexMapping;
  readonly #types = new Map<string, JsonValue>();
  readonly #root: UpdateNode = { json: {}, children: new Map() };
  readonly #runtime = new Map<string, JsonObject>();

  constructor(mapping: IndexMapping) {
    this.#mapping = mapping;
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

  /** Throws circuit_breaking_exception when the document brings too many. */
  add(path: string, json: JsonObject): void {
    const others = isJsonObject(json.fields) ? Object.keys(json.fields).length : 0;
    takeDocumentMemory((1 + others) * BYTES_PER_NEW_FIELD);
    this.#types.set(path, json.type ?? null);
    const parts = path.split('.');
    const leaf = parts.pop() ?? '';
    let node = this.#root;
    let at = '';
    for (const part of parts) {
      at = at === '' ? part : `${at}.${part}`;
      node = this.#child(node, part, at);
    }
    node.children.set(leaf, { json, children: new Map() });
  }

  /** A new field that is read from `_source` when it is asked for. */
  addRuntime(path: string, json: JsonObject): void {
    takeDocumentMemory(BYTES_PER_NEW_FIELD);
    this.#types.set(path, json.type ?? null);
    this.#runtime.set(path, json);
  }

  /** An object on the way; an existing nested one must be called nested, or the merge would see a change of type. */
  #child(node: UpdateNode, part: string, path: string): UpdateNode {
    const existing = node.children.get(part);
    if (existing) return existing;
    const nested = this.#mapping.lookup.objects.get(path)?.nested;
    const json: JsonObject = nested
      ? {
          type: 'nested',
          include_in_parent: nested.includeInParent,
          include_in_root: nested.includeInRoot,
        }
      : { type: 'object' };
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

function nodeJson({ json, children }: UpdateNode): JsonObject {
  if (children.size === 0) return json;
  const own = isJsonObject(json.properties) ? json.properties : {};
  const properties = Object.fromEntries<JsonValue | undefined>([
    ...Object.entries(own),
    ...[...children].map(([name, child]): [string, JsonValue] => [name, nodeJson(child)]),
  ]);
  return { ...json, properties };
}
