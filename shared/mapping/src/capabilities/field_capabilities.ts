/** The capabilities of the fields of one index: searchable, aggregatable, and their types. */
import { simpleMatch } from '@skein/base';
import { isJsonObject, type JsonValue } from '@skein/content';
import { PRIMARY_TERM_FIELD } from '@skein/search_library';
import type { MappedField } from '../field_types/field_type.js';
import type { IndexMapping } from '../index_mapping.js';
import { METADATA_FIELDS, SIZE_SPEC } from '../metadata_fields.js';
import type { FieldNode } from '../tree/mapping_tree.js';
import { runtimeFields } from '../tree/runtime_definitions.js';

export interface FieldCapability {
  readonly type: string;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** The field's `meta`. */
  readonly meta: ReadonlyMap<string, string>;
}

const NO_META: ReadonlyMap<string, string> = new Map();

const DERIVED: FieldCapability = {
  type: 'derived',
  searchable: false,
  aggregatable: true,
  meta: NO_META,
};

/**
 * Fields whose names are given or match a pattern, including metadata fields and enclosing objects.
 */
export function fieldCapabilities(
  mapping: IndexMapping,
  patterns: readonly string[],
): ReadonlyMap<string, FieldCapability> {
  const found = new Map<string, FieldCapability>();
  for (const [name, field] of namedFields(mapping, patterns)) {
    const { typeName: type, aggregatable } = field;
    const node = fieldNode(mapping, name);
    const searchable = field.searchable && isIndexed(node);
    found.set(name, { type, searchable, aggregatable, meta: metaOf(node) });
  }
  for (const name of Object.keys(mapping.derived ?? {})) {
    if (patterns.some((pattern) => simpleMatch(pattern, name))) found.set(name, DERIVED);
  }
  for (const { name, type, json } of runtimeFields(mapping.runtime)) {
    if (!patterns.some((pattern) => simpleMatch(pattern, name))) continue;
    found.set(name, { type, searchable: true, aggregatable: true, meta: textsOf(json.meta) });
  }
  for (const name of [...found.keys()]) addObjectsAround(name, mapping, found);
  return found;
}

function* namedFields(
  mapping: IndexMapping,
  patterns: readonly string[],
): Generator<readonly [string, MappedField]> {
  for (const name of patterns) {
    const field = name.includes('*') ? undefined : mapping.field(name);
    if (field !== undefined && isField(mapping, name)) yield [name, field];
  }
  const wild = patterns.filter((pattern) => pattern.includes('*'));
  if (wild.length === 0) return;
  for (const fields of [mapping.lookup.fields, METADATA_FIELDS]) {
    for (const [name, field] of fields) {
      if (!isField(mapping, name)) continue;
      if (wild.some((pattern) => simpleMatch(pattern, name))) yield [name, field];
    }
  }
}

/**
 * `_size` is a field only if the mapping enables it. The primary term is stored beside `_seq_no`
 * and is not shown as a field.
 */
function isField(mapping: IndexMapping, name: string): boolean {
  if (name === SIZE_SPEC.name) return mapping.root.sizeEnabled === true;
  return name !== PRIMARY_TERM_FIELD;
}

/** For an alias, the node of its target; undefined for metadata fields and companions. */
function fieldNode({ lookup }: IndexMapping, name: string): FieldNode | undefined {
  const node = lookup.nodes.get(name);
  const field = node?.kind === 'alias' ? lookup.nodes.get(node.target) : node;
  return field?.kind === 'field' ? field : undefined;
}

/** Fields with only a column can be searched too, but slowly, and do not count as searchable. */
function isIndexed(node: FieldNode | undefined): boolean {
  return node?.values.get('index') !== false;
}

function metaOf(node: FieldNode | undefined): FieldCapability['meta'] {
  return textsOf(node?.given.meta);
}

function textsOf(meta: JsonValue | undefined): FieldCapability['meta'] {
  if (!isJsonObject(meta ?? null)) return NO_META;
  return new Map(Object.entries(meta ?? {}).map(([key, value]) => [key, String(value)]));
}

function addObjectsAround(
  name: string,
  mapping: IndexMapping,
  found: Map<string, FieldCapability>,
): void {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const path = name.slice(0, dot);
    if (found.has(path) || !mapping.hasObject(path)) continue;
    const type = mapping.isNested(path) ? 'nested' : 'object';
    found.set(path, { type, searchable: false, aggregatable: false, meta: NO_META });
  }
}
