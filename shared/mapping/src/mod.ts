export type { DocumentMeta, ParsedDocument } from './document/parse_document.js';
export { parseDocument } from './document/parse_document.js';
export type {
  FieldSink,
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
  QueryContext,
  RangeBounds,
  SortOptions,
} from './field_types/field_type.js';
export type { MappingContext } from './index_mapping.js';
export { IndexMapping } from './index_mapping.js';
export { mergeMapping } from './merge/merge_mapping.js';
