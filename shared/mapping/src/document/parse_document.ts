/**
 * Converts a JSON document to index fields in one pass over its bytes. The reader's tokens are
 * matched against the mapping's tree, so that a field is found by one lookup of its name, and only
 * values are materialized.
 */
import type { Clock } from '@skein/base';
import { utf8 } from '@skein/bytes';
import { filterSource, JSON_TOKEN, type JsonObject, JsonReader } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexedField, NestedDocument, StoredDocument } from '@skein/search_library';
import type { IndexMapping } from '../index_mapping.js';
import { IGNORED_SPEC, ROUTING_SPEC, SIZE_SPEC } from '../metadata_fields.js';
import { CollectingSink } from './collecting_sink.js';
import { DocumentWalk } from './document_walk.js';
import { rootOf } from './field_values.js';
import { checkTimestamp } from './timestamp.js';

export interface ParsedDocument {
  /** Without `_id`, `_version`, `_seq_no`, `_primary_term`, which the library adds. */
  readonly fields: readonly IndexedField[];
  /** In the library's order: each before its parent. */
  readonly nested: readonly NestedDocument[] | undefined;
  /** Source with the mapping's includes and excludes applied. */
  readonly stored: StoredDocument;
  /**
   * Mapping JSON to merge before the document can be indexed. If it is set, `fields` is incomplete:
   * the caller applies the update (`mergingMapping`) and parses the document again.
   */
  readonly dynamicUpdate: JsonObject | undefined;
}

export interface DocumentMeta {
  readonly id: string;
  readonly routing: string | undefined;
}

export function parseDocument(
  mapping: IndexMapping,
  source: Uint8Array,
  meta: DocumentMeta,
  clock: Clock,
): ParsedDocument {
  const reader = new JsonReader(source);
  const nestedLimit = mapping.nestedObjectsLimit;
  const sink = new CollectingSink({ reader, clock, document: meta, nestedLimit });
  const walk = new DocumentWalk({ mapping, reader, sink, id: meta.id });
  try {
    readRoot(mapping, reader, walk);
  } catch (error) {
    throw error instanceof ApiError ? documentFailure(error, source) : error;
  }
  const dynamicUpdate = walk.dynamicUpdate();
  checkTimestamp(mapping, sink.fields, dynamicUpdate === undefined);
  if (dynamicUpdate === undefined) sink.finish();
  addMetadata(sink, meta);
  if (mapping.root.sizeEnabled === true) addSize(sink, source);
  return {
    fields: sink.fields,
    nested: sink.nested,
    stored: {
      id: meta.id,
      routing: meta.routing,
      source: keptSource(mapping, source),
      fields: sink.storedFields(),
    },
    dynamicUpdate,
  };
}

function readRoot(mapping: IndexMapping, reader: JsonReader, walk: DocumentWalk): void {
  if (reader.next() !== JSON_TOKEN.START_OBJECT) {
    throw new ApiError(
      'not_x_content_exception',
      'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
    );
  }
  if (mapping.root.object.enabled) walk.root();
  else reader.skipChildren();
  reader.next();
}

function addMetadata(sink: CollectingSink, meta: DocumentMeta): void {
  if (meta.routing !== undefined) {
    sink.add({ kind: 'term', spec: ROUTING_SPEC, value: utf8(meta.routing) });
  }
  for (const name of sink.ignored()) {
    sink.add({ kind: 'term', spec: IGNORED_SPEC, value: utf8(name) });
    sink.store(IGNORED_SPEC.name, name);
  }
}

function addSize(sink: CollectingSink, source: Uint8Array): void {
  sink.add({ kind: 'number', spec: SIZE_SPEC, value: source.length });
  sink.store(SIZE_SPEC.name, source.length);
}

function keptSource(mapping: IndexMapping, source: Uint8Array): Uint8Array | undefined {
  const options = mapping.root.source;
  if (!options) return source;
  return options.enabled ? filterSource(source, options.includes, options.excludes) : undefined;
}

/** Errors that already describe the document pass unchanged; all others are wrapped. */
function documentFailure(error: ApiError, source: Uint8Array): ApiError {
  if (
    error.type === 'mapper_parsing_exception' ||
    error.type === 'circuit_breaking_exception' ||
    error.type === 'strict_dynamic_mapping_exception'
  ) {
    return error;
  }
  if (error.cause?.type === 'max_bytes_length_exceeded_exception') return error;
  if (source.length === 0) {
    return new ApiError('mapper_parsing_exception', 'failed to parse, document is empty');
  }
  return new ApiError('mapper_parsing_exception', 'failed to parse', {
    cause: error,
    ...rootOf(error),
  });
}
