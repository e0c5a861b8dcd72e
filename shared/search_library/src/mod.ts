export type { ColumnKind, FieldSpec, PostingsDetail } from './document/field_spec.js';
export type {
  IndexableDocument,
  IndexedField,
  StoredDocument,
} from './document/indexable_document.js';
export {
  ID_FIELD,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  VERSION_FIELD,
} from './document/indexable_document.js';
export type {
  DocIterator,
  GeoColumn,
  Impacts,
  NumberColumn,
  OrdinalColumn,
  PointsReader,
  PostingsIterator,
  SegmentReader,
  TermsReader,
} from './index/segment_reader.js';
export { NO_MORE_DOCS } from './index/segment_reader.js';
export type { ReaderSnapshot, SegmentHandle } from './index/snapshot.js';
export type {
  FieldStatistics,
  IndexSearcher,
  SearchOptions,
  TermStatistics,
} from './search/index_searcher.js';
export type { Query, Scorer, Weight } from './search/query.js';
export type {
  FieldDoc,
  ScoreDoc,
  SortField,
  SortMode,
  SortValue,
  TopDocs,
  TopFieldDocs,
  TotalHits,
} from './search/results.js';
export type { AppendHandle, Directory } from './store/directory.js';
