export type { FieldCapability } from './capabilities/field_capabilities.js';
export { fieldCapabilities } from './capabilities/field_capabilities.js';
export type { IndexCapabilities } from './capabilities/merge_capabilities.js';
export { mergeCapabilities } from './capabilities/merge_capabilities.js';
export { derivedProperty } from './derived_property.js';
export type { DocumentMeta, ParsedDocument } from './document/parse_document.js';
export { parseDocument } from './document/parse_document.js';
export {
  type AnnotatedText,
  type Annotation,
  encodedAnnotation,
} from './field_types/annotations.js';
export { base64Decode } from './field_types/base64.js';
export {
  type CompletionContext,
  contextNamed,
  typedContext,
} from './field_types/completion_contexts.js';
export { formatDecimal } from './field_types/decimal_format.js';
export { parseDecimalPattern } from './field_types/decimal_pattern.js';
export type {
  CompletedField,
  FieldSink,
  FieldTypeContext,
  FieldTypeDefinition,
  ListedValues,
  MappedField,
  QueryContext,
  RangeBounds,
  SortOptions,
} from './field_types/field_type.js';
export { latLonJson } from './field_types/geo_point_json.js';
export {
  formatGeoValue,
  type GeoValue,
  geohashCell,
  isCoordinatePair,
  parseGeoValue,
} from './field_types/geo_value.js';
export {
  geohashLevels,
  geohashNeighbours,
  geohashOf,
  MAX_GEOHASH_LENGTH,
} from './field_types/geohash.js';
export { visitHistogram } from './field_types/histogram_term.js';
export { formatIp, parseCidr, parseIp } from './field_types/ip_address.js';
export { compactLong, parseJavaDouble } from './field_types/java_number.js';
export {
  checkClauseCount,
  PLAIN_SORT,
  refuseFielddata,
  refusePattern,
  requireDocValues,
  requireIndexed,
  shownStored,
} from './field_types/mapped_field.js';
export {
  isBeyondLong,
  NUMERIC_TYPES,
  type SortKind,
  sortKind,
  sortNumber,
} from './field_types/number_sort.js';
export { parameterDefaults, propertyTypeNames } from './field_types/registry.js';
export { readTermCounts } from './field_types/term_counts.js';
export type {
  Metric,
  NumberValues,
  NumberWidth,
  RangeValues,
  ValueKind,
} from './field_types/value_kind.js';
export {
  areSpans,
  areWords,
  numberWidth,
  stepOf,
  uninvertingOf,
} from './field_types/value_kind.js';
export { readVector } from './field_types/vector_field.js';
export { versionTerm, versionText } from './field_types/version_order.js';
export { checkPoint } from './geo_shape/check_coordinate.js';
export { metersOf, metersPerUnit } from './geo_shape/distance_unit.js';
export { isRightHanded } from './geo_shape/geo_json.js';
export { normalizePoint } from './geo_shape/normalize_point.js';
export type { ShapeOptions } from './geo_shape/parse_shape.js';
export { parseShape } from './geo_shape/parse_shape.js';
export { IGNORED_SHAPES, readWkt, type ShapeSink } from './geo_shape/wkt.js';
export type { JoinField } from './index_mapping.js';
export { IndexMapping } from './index_mapping.js';
export { indexSort } from './index_sort.js';
export type { MappingContext } from './mapping_context.js';
export {
  BYTES_PER_MAPPED_FIELD,
  checkMappingRoom,
  countingFields,
  enterMappingMemory,
  fieldsInText,
  type MappingMeter,
} from './mapping_memory.js';
export { composingMappings } from './merge/compose_mappings.js';
export { mergingMapping } from './merge/merge_mapping.js';
export { isMetadataField } from './metadata_fields.js';
export { indexSimilarities } from './similarities/registry.js';
export { checkDerivedType, parseDerived } from './tree/derived_definitions.js';
export { javaText } from './tree/java_text.js';
export { NESTED_KEYS } from './tree/parse_object.js';
export { ROOT_KEYS } from './tree/parse_root.js';
export {
  parseRuntimeMappings,
  type RuntimeField,
  runtimeFields,
} from './tree/runtime_definitions.js';
export { unmappedField } from './unmapped_field.js';
