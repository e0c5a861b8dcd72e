/**
 * Derived fields: fields no document has, whose values a script emits. When a search first looks at them in a segment, they are made for all its
 * documents and indexed in memory under the same document numbers; from then on they are fields like any other, to every query.
 */
import { double, encodeJson, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping, type MappedField, parseDocument } from '@skein/mapping';
import { collectEmitted, JList, parseScript, scriptContext, toJson } from '@skein/script';
import {
  IndexWriter,
  MemoryDirectory,
  openSegments,
  type SegmentReader,
  VERSION_FIELD,
} from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type DocumentRun, documentScript } from '../scripts/document_script.js';
import { DerivedSegment } from './derived_segment.js';

const CONTEXT = scriptContext('derived_field');
/** A match of a derived field scores the boost. */
const SIMILARITY = 'boolean';
const BUFFER_BYTES = 2 ** 31 - 1;

interface Definition {
  readonly name: string;
  readonly open: (segment: SegmentReader) => DocumentRun;
}

export class DerivedFields {
  readonly #definitions: readonly Definition[];
  readonly #shard: QueryShardContext;
  /** Dates are emitted as milliseconds and asked for in the field's format: one mapping to index with, one to query with. */
  readonly #indexing: IndexMapping;
  readonly #querying: IndexMapping;
  readonly #runs = new Map<SegmentReader, Map<string, DocumentRun>>();

  /** `json`: by name, checked by `parseDerived`. */
  constructor(json: JsonObject, shard: QueryShardContext) {
    this.#shard = shard;
    this.#definitions = Object.entries(json).map(([name, field]) => define(name, field, shard));
    this.#indexing = mappingOf(json, shard, () => 'epoch_millis');
    this.#querying = mappingOf(json, shard, (format) => format);
  }

  /** The index's fields and these; a derived one hides a mapped one of its name. */
  over(mapping: SearchMapping): SearchMapping {
    const own = this.#querying;
    const derived = this.#definitions.map(({ name }) => name);
    return {
      derived: mapping.derived,
      existsFields: (pattern) => mapping.existsFields(pattern),
      field: (name) => own.field(name) ?? mapping.field(name),
      fieldNames: () => [...new Set([...mapping.fieldNames(), ...derived])],
      get hasNested() {
        return mapping.hasNested;
      },
      get joinField() {
        return mapping.joinField;
      },
      get sourceEnabled() {
        return mapping.sourceEnabled;
      },
      hasObject: (path) => mapping.hasObject(path),
      isNested: (path) => mapping.isNested(path),
      matching: (pattern) => [
        ...mapping.matching(pattern).filter(({ name }) => !derived.includes(name)),
        ...own.matching(pattern).filter(({ name }) => derived.includes(name)),
      ],
      nestedAround: (path) => mapping.nestedAround(path),
      similarity: (field) =>
        derived.includes(field) ? own.similarity(field) : mapping.similarity(field),
    };
  }

  has(name: string): boolean {
    return this.#definitions.some((one) => one.name === name);
  }

  segment(segment: SegmentReader): SegmentReader {
    return new DerivedSegment(
      segment,
      (name) => this.has(name),
      () => this.#index(segment),
    );
  }

  /** What the script emits for a document, in its order. */
  values(segment: SegmentReader, doc: number, field: MappedField): readonly JsonValue[] {
    const base = segment instanceof DerivedSegment ? segment.base : segment;
    const definition = this.#definitions.find((one) => one.name === field.name);
    return definition === undefined ? [] : this.#emitted(definition, base, doc);
  }

  #index(segment: SegmentReader): SegmentReader {
    const directory = new MemoryDirectory();
    const writer = IndexWriter.open(directory, { bufferBytes: BUFFER_BYTES });
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const { fields, stored } = parseDocument(
        this.#indexing,
        encodeJson(isWhole(segment, doc) ? this.#document(segment, doc) : {}),
        { id: String(doc), routing: undefined },
        { nowMs: () => this.#shard.nowMs, monotonicMs: () => 0 },
      );
      writer.addDocument({ fields, nested: [], stored, version: 1, seqNo: doc, primaryTerm: 1 });
    }
    writer.refresh();
    const [made, ...more] = openSegments(writer.snapshot(), directory);
    if (made !== undefined && more.length === 0) return made;
    throw new ApiError('illegal_state_exception', 'derived fields need one segment');
  }

  #document(segment: SegmentReader, doc: number): JsonObject {
    return Object.fromEntries(
      this.#definitions.map((definition) => [
        definition.name,
        this.#emitted(definition, segment, doc),
      ]),
    );
  }

  #emitted(definition: Definition, segment: SegmentReader, doc: number): readonly JsonValue[] {
    const run = this.#run(definition, segment);
    const list = collectEmitted(new JList(), () => {
      run(doc, Number.NaN);
    });
    return list.items.map((value) => toJson(value, double) as JsonValue);
  }

  #run({ name, open }: Definition, segment: SegmentReader): DocumentRun {
    const opened = this.#runs.get(segment) ?? new Map<string, DocumentRun>();
    this.#runs.set(segment, opened);
    const run = opened.get(name) ?? open(segment);
    opened.set(name, run);
    return run;
  }
}

/** Live, and no object of a nested field: those have no version. */
function isWhole(segment: SegmentReader, doc: number): boolean {
  const { liveDocs } = segment;
  if (liveDocs !== null && ((liveDocs[doc >>> 5] ?? 0) & (1 << (doc & 31))) === 0) return false;
  return segment.numbers(VERSION_FIELD)?.has(doc) ?? true;
}

function define(name: string, json: JsonValue | undefined, shard: QueryShardContext): Definition {
  const script = isJsonObject(json) ? (json.script ?? null) : null;
  return { name, open: documentScript(parseScript(script), CONTEXT, shard).segment };
}

function mappingOf(
  json: JsonObject,
  shard: QueryShardContext,
  dateFormat: (format: JsonValue | undefined) => JsonValue | undefined,
): IndexMapping {
  const properties = Object.entries(json).map(([name, field]) => {
    const { type = '', format, ignore_malformed } = isJsonObject(field) ? field : {};
    const given = type === 'date' ? dateFormat(format) : undefined;
    return [
      name,
      {
        type,
        ...(type === 'text' || type === 'keyword' ? { similarity: SIMILARITY } : {}),
        ...(given === undefined ? {} : { format: given }),
        ...(ignore_malformed === undefined || type === 'text' || type === 'keyword'
          ? {}
          : { ignore_malformed }),
      },
    ];
  });
  return IndexMapping.parse(
    { properties: Object.fromEntries(properties) },
    { settings: shard.settings, analysis: shard.analysis },
  );
}
