/** Signatures agreed with the packages above; the bodies follow. */
import type { AnalysisRegistry } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
import type { MappedField } from './field_types/field_type.js';

export interface MappingContext {
  /** Flat index settings (`index.mapping.total_fields.limit` …). */
  readonly settings: ReadonlyMap<string, string>;
  readonly analysis: AnalysisRegistry;
}

export declare class IndexMapping {
  /** Parses and validates; `mapper_parsing_exception` or `illegal_argument_exception` as put-mapping answers. */
  static parse(mapping: JsonObject, context: MappingContext): IndexMapping;
  /** As `parse`, with errors worded as create-index does: `Failed to parse mapping [_doc]: …`. */
  static parseInitial(mapping: JsonObject, context: MappingContext): IndexMapping;
  readonly routingRequired: boolean;
  readonly sourceEnabled: boolean;
  /** Aliases resolved; metadata fields too; sub paths of flat_object fields too. */
  field(name: string): MappedField | undefined;
  /** Mapped leaf fields (with multi-fields and aliases), without metadata fields, in name order. */
  fieldNames(): readonly string[];
  /** Fields whose name matches the pattern (`*`), without metadata fields unless the pattern has no `*`. */
  matching(pattern: string): readonly MappedField[];
  /** Fields an `exists` query on this name looks at: the field, the matches of a pattern, or all leaves below an object. */
  existsFields(pattern: string): readonly MappedField[];
  /** Whether the path is an object (or nested) of the mapping. */
  hasObject(path: string): boolean;
  isNested(path: string): boolean;
  toJson(): JsonObject;
  /** `GET _mapping/field/x`: `{full_name, mapping: {leaf: {...}}}` for each field that matches. */
  fieldMappings(pattern: string, includeDefaults: boolean): JsonObject;
}
