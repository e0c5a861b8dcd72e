/** Transforms: indices computed from other indices. */
export { changedFilters } from './changed_groups.js';
export { dateGroups, deducedMapping, type FieldTypes, fieldsOfConcern } from './deduced_mapping.js';
export {
  changesRequest,
  countRequest,
  pageRequest,
  type TimeWindow,
  windowFilter,
} from './page_request.js';
export {
  type PageReading,
  readKeys,
  readPage,
  type TransformedDocument,
  type TransformPage,
} from './read_page.js';
export { readTransform } from './read_transform.js';
export type { AfterKey, Transform } from './transform.js';
