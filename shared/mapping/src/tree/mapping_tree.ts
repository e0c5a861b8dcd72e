/**
 * A parsed mapping: a tree of named nodes. The document parser walks it together with a document;
 * merging and display walk it alone.
 */
import type { JsonObject } from '@skein/content';
import type { FieldTypeDefinition, MappedField } from '../field_types/field_type.js';
import type { ParameterValues } from '../field_types/parameter_values.js';
import type { DynamicTemplate } from './dynamic_template.js';

/** The handling of unmapped fields. */
export type Dynamic =
  | 'true'
  | 'false'
  | 'strict'
  | 'strict_allow_templates'
  | 'false_allow_templates'
  | 'runtime';

export interface ObjectNode {
  readonly kind: 'object';
  /** Full path; empty for the root. */
  readonly path: string;
  readonly leaf: string;
  readonly nested: NestedOptions | undefined;
  readonly enabled: boolean;
  /** As given; undefined inherits. */
  readonly dynamic: Dynamic | undefined;
  /**
   * `subobjects: false`: contains no objects, and field names have dots. As given; undefined if
   * not.
   */
  readonly flat?: boolean | undefined;
  readonly children: ReadonlyMap<string, MappingNode>;
}

/** The copying of a nested object's fields to the documents around it. */
export interface NestedOptions {
  readonly includeInParent: boolean;
  readonly includeInRoot: boolean;
}

export interface FieldNode {
  readonly kind: 'field';
  readonly path: string;
  readonly leaf: string;
  readonly definition: FieldTypeDefinition;
  readonly values: ParameterValues;
  /** The field's JSON as given, without `fields` and `copy_to`; merging parses it again. */
  readonly given: JsonObject;
  readonly field: MappedField;
  readonly companions: readonly MappedField[];
  /** Multi-fields by leaf name: the same value, indexed another way. */
  readonly multiFields: ReadonlyMap<string, FieldNode>;
  readonly copyTo: readonly string[];
  /**
   * The field and its multi-fields, if all of them can index an ASCII string directly from the
   * document; else empty.
   */
  readonly asciiFields: readonly MappedField[];
}

export interface AliasNode {
  readonly kind: 'alias';
  readonly path: string;
  readonly leaf: string;
  /** Full path of the target field. */
  readonly target: string;
}

export type MappingNode = ObjectNode | FieldNode | AliasNode;

/** A whole mapping. Undefined members were not given. */
export interface RootMapping {
  readonly object: ObjectNode;
  /** Derived fields by name, in display form. */
  readonly derived: JsonObject | undefined;
  /**
   * Runtime fields by name, in display form; `null` removes one from the mapping that this one is
   * merged into.
   */
  readonly runtime: JsonObject | undefined;
  readonly source: SourceOptions | undefined;
  readonly routingRequired: boolean | undefined;
  /** `_size`: true if the size of each document is indexed. */
  readonly sizeEnabled: boolean | undefined;
  readonly dataStreamTimestamp: TimestampOptions | undefined;
  readonly meta: JsonObject | undefined;
  readonly dynamicTemplates: readonly DynamicTemplate[] | undefined;
  readonly dateDetection: boolean | undefined;
  readonly numericDetection: boolean | undefined;
  readonly dynamicDateFormats: readonly string[] | undefined;
}

/** `_data_stream_timestamp`: every document must have exactly one date in this field. */
export interface TimestampOptions {
  readonly enabled: boolean;
  readonly field: string;
}

export const DEFAULT_TIMESTAMP_FIELD = '@timestamp';

export interface SourceOptions {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

export function childPath(parent: string, leaf: string): string {
  return parent === '' ? leaf : `${parent}.${leaf}`;
}

/** Every node below an object, parents first. Multi-fields are not visited. */
export function* walkNodes(object: ObjectNode): Generator<MappingNode> {
  for (const child of object.children.values()) {
    yield child;
    if (child.kind === 'object') yield* walkNodes(child);
  }
}
