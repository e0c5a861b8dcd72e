export type {
  FieldSink,
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
  QueryContext,
  RangeBounds,
  SortOptions,
} from './field_types/field_type.js';
