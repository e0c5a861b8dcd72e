/** The mapping of one index, ready for use: immutable, made from its JSON, with fields by name. */
import { atOnce, checkWanted, simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { Similarity } from '@skein/search_library';
import { buildingLookup, type FieldLookup } from './field_lookup.js';
import type { FieldTypeContext, MappedField } from './field_types/field_type.js';
import {
  checkingLimits,
  checkingUnread,
  DEPTH_LIMIT,
  mappingLimit,
  NESTED_OBJECTS_LIMIT,
} from './limits.js';
import { fieldTypeContext, type MappingContext } from './mapping_context.js';
import { checkMappingRoom, countingFields } from './mapping_memory.js';
import { METADATA_FIELDS } from './metadata_fields.js';
import { indexSimilarities } from './similarities/registry.js';
import type { RootMapping } from './tree/mapping_tree.js';
import { checkingInitial, parsingInitialRoot, parsingRoot } from './tree/parse_root.js';
import { renderingRoot, renderNode } from './tree/render_mapping.js';
import { presentRuntime } from './tree/runtime_definitions.js';

export interface JoinField {
  readonly name: string;
  /** Children by parent. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
}

/** Limit of patterns whose fields are cached. */
const MAX_KEPT_MATCHES = 2000;

export class IndexMapping {
  /** The parsed tree, for the document parser and for merging. */
  readonly root: RootMapping;
  readonly context: MappingContext;
  readonly fieldContext: FieldTypeContext;
  readonly routingRequired: boolean;
  readonly sourceEnabled: boolean;
  /** True if some object is nested; an index without one never deals with nested documents. */
  readonly hasNested: boolean;
  /** Limits of a document: depth of objects, and number of nested documents. */
  readonly depthLimit: number;
  readonly nestedObjectsLimit: number;
  /** The join field for parents and children; an index has at most one. */
  readonly joinField: JoinField | undefined;
  readonly lookup: FieldLookup;

  /** Fields of each pattern. */
  readonly #matches = new Map<string, readonly MappedField[]>();

  private constructor(root: RootMapping, context: MappingContext, lookup: FieldLookup) {
    this.root = root;
    this.context = context;
    this.fieldContext = fieldTypeContext(context);
    this.lookup = lookup;
    this.hasNested = [...this.lookup.objects.values()].some(({ nested }) => nested !== undefined);
    this.depthLimit = mappingLimit(context.settings, 'depth.limit', DEPTH_LIMIT);
    this.nestedObjectsLimit = mappingLimit(
      context.settings,
      'nested_objects.limit',
      NESTED_OBJECTS_LIMIT,
    );
    this.joinField = findJoinField(this.lookup);
    this.routingRequired = root.routingRequired ?? false;
    this.sourceEnabled = root.source?.enabled ?? true;
  }

  /**
   * Parses and validates, with put-mapping's error messages. Size limits are not checked: see
   * `parsingInitial` and `mergingMapping`.
   */
  static parse(mapping: JsonObject, context: MappingContext): IndexMapping {
    return atOnce(IndexMapping.#parsing(mapping, context, parsingRoot));
  }

  /**
   * The mapping of an index whose settings change, under the new settings. Errors are worded as
   * those of create-index; limits are not checked, as in OpenSearch.
   */
  static parseAgain(mapping: JsonObject, context: MappingContext): IndexMapping {
    return atOnce(IndexMapping.#parsing(mapping, context, parsingInitialRoot));
  }

  static *#parsing(
    mapping: JsonObject,
    context: MappingContext,
    parsing: typeof parsingRoot,
  ): Generator<void, IndexMapping> {
    const root = yield* parsing(mapping, fieldTypeContext(context));
    return yield* IndexMapping.fromRoot(root, context);
  }

  /**
   * The mapping of a new index: limits are checked, with create-index's error messages. Yields
   * after each field, because it runs on the main thread.
   */
  static *parsingInitial(
    mapping: JsonObject,
    context: MappingContext,
  ): Generator<void, IndexMapping> {
    yield* checkingUnread(mapping, context.settings);
    checkMappingRoom(yield* countingFields(mapping));
    const root = yield* parsingInitialRoot(mapping, fieldTypeContext(context));
    yield* checkingInitial(root);
    const parsed = yield* IndexMapping.fromRoot(root, context);
    yield* checkingLimits(root, context.settings);
    return parsed;
  }

  static *fromRoot(root: RootMapping, context: MappingContext): Generator<void, IndexMapping> {
    const lookup = yield* buildingLookup(root);
    for (const field of lookup.fields.values()) {
      field.checkReferences?.((name) => lookup.fields.get(name));
    }
    return new IndexMapping(root, context, lookup);
  }

  /** Derived fields by name, in the form of the mapping. */
  get derived(): JsonObject | undefined {
    return this.root.derived;
  }

  /** Runtime fields by name, in the form of the mapping. */
  get runtime(): JsonObject | undefined {
    return presentRuntime(this.root.runtime);
  }

  /**
   * The field with this name. Resolves aliases, metadata fields, and paths inside fields that hold
   * whole objects.
   */
  field(name: string): MappedField | undefined {
    return this.lookup.fields.get(name) ?? METADATA_FIELDS.get(name) ?? this.#inFlatObject(name);
  }

  /** The similarity that scores matches in the field. */
  similarity(name: string): Similarity {
    return this.field(name)?.similarity ?? indexSimilarities(this.context.settings).standard;
  }

  #inFlatObject(name: string): MappedField | undefined {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const parent = this.lookup.fields.get(name.slice(0, dot));
      if (parent) return parent.inside?.(name);
    }
    return undefined;
  }

  /** Leaf fields including multi-fields and aliases, without metadata fields, in name order. */
  fieldNames(): readonly string[] {
    return [...this.lookup.fields.keys()];
  }

  /** Fields whose name matches the pattern; metadata fields only by their exact name. */
  matching(pattern: string): readonly MappedField[] {
    if (!pattern.includes('*')) {
      const field = this.field(pattern);
      return field ? [field] : [];
    }
    return this.#matches.get(pattern) ?? this.#match(pattern);
  }

  /** Cached, because each hit of a search uses the same patterns. */
  #match(pattern: string): readonly MappedField[] {
    checkWanted();
    const found = new Set<MappedField>();
    for (const [name, field] of this.lookup.fields)
      if (simpleMatch(pattern, name)) found.add(field);
    const fields = [...found];
    if (this.#matches.size >= MAX_KEPT_MATCHES) this.#matches.clear();
    this.#matches.set(pattern, fields);
    return fields;
  }

  /**
   * The fields that an `exists` query on this name checks: the field, the matches of a pattern, or
   * all leaves below an object.
   */
  existsFields(pattern: string): readonly MappedField[] {
    const direct = this.matching(pattern);
    if (direct.length > 0 || !this.hasObject(pattern)) return direct;
    return this.matching(`${pattern}.*`);
  }

  hasObject(path: string): boolean {
    return this.lookup.objects.has(path);
  }

  isNested(path: string): boolean {
    return this.lookup.objects.get(path)?.nested !== undefined;
  }

  /**
   * The innermost nested object around a field or object; undefined if it belongs to the root
   * document.
   */
  nestedAround(path: string): string | undefined {
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      const parent = path.slice(0, end);
      if (this.isNested(parent)) return parent;
    }
    return undefined;
  }

  toJson(): JsonObject {
    return atOnce(this.rendering());
  }

  /** Like `toJson`, with a pause after each field. */
  rendering(): Generator<void, JsonObject> {
    return renderingRoot(this.root);
  }

  /**
   * `GET _mapping/field/…`: `{full_name, mapping: {leaf: {…}}}` of each field that matches the
   * pattern, by path. As in OpenSearch, metadata fields match too.
   */
  fieldMappings(pattern: string, includeDefaults: boolean): JsonObject {
    const shown: [string, JsonObject][] = [];
    for (const [path, node] of this.lookup.nodes) {
      if (!simpleMatch(pattern, path)) continue;
      shown.push([
        path,
        {
          full_name: path,
          mapping: Object.fromEntries([[node.leaf, renderNode(node, includeDefaults)]]),
        },
      ]);
    }
    for (const name of METADATA_FIELDS.keys()) {
      if (!this.#mapsMetadata(name) || !simpleMatch(pattern, name)) continue;
      shown.push([name, { full_name: name, mapping: {} }]);
    }
    return Object.fromEntries(shown);
  }

  /** False for metadata that OpenSearch's mappings have no field for. */
  #mapsMetadata(name: string): boolean {
    return name === '_size' ? this.root.sizeEnabled === true : name !== '_primary_term';
  }
}

function findJoinField({ fields }: FieldLookup): JoinField | undefined {
  for (const { name, joinRelations } of fields.values()) {
    if (joinRelations) return { name, relations: joinRelations };
  }
  return undefined;
}
