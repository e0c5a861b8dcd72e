/**
 * Derived and runtime fields: no document stores them, and a script emits their values. When a
 * search first reads such a field in a segment, the values are computed for all documents and
 * indexed in memory under the same document numbers. From then on every query treats it like any
 * other field.
 */
import { expectDefined, simpleMatch } from '@skein/base';
import { encodeJson, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  type IndexMapping,
  type MappedField,
  type ParsedDocument,
  parseDocument,
} from '@skein/mapping';
import {
  IndexWriter,
  MemoryDirectory,
  openSegments,
  type SegmentReader,
  VERSION_FIELD,
} from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import {
  type DerivedDefinition,
  derivedDefinition,
  type EmittedValues,
} from './derived_definition.js';
import { type DerivedField, derivedField, derivedPart } from './derived_field.js';
import { DerivedSegment } from './derived_segment.js';
import { inferredType, partsOf } from './object_parts.js';
import { runtimeDefinitions } from './runtime_definition.js';
import { type ShownField, shownDerived } from './shown_values.js';

const BUFFER_BYTES = 2 ** 31 - 1;
/** The number of documents that are examined to infer the type of a path inside an object. */
const INFERENCE_DOCUMENTS = 10_000;
/** Documents between two checks for cancellation. */
const CHECK_EVERY = 256;
/** The longest chain of runtime fields that depend on each other. */
const MAX_DEPENDENCIES = 5;

/** Field definitions by name, checked by `parseDerived` and `parseRuntime`. */
interface ScriptedFields {
  readonly derived: JsonObject;
  readonly runtime: JsonObject;
}

export interface DerivedFieldsOptions {
  /** The segments without these fields. */
  readonly segments: readonly SegmentReader[];
  readonly checkCancelled: () => void;
}

export class DerivedFields {
  readonly #definitions = new Map<string, DerivedDefinition>();
  readonly #fields = new Map<string, DerivedField | undefined>();
  readonly #shard: QueryShardContext;
  readonly #mapping: SearchMapping;
  readonly #segments: readonly SegmentReader[];
  readonly #checkCancelled: () => void;
  readonly #opened = new Map<SegmentReader, Map<string, EmittedValues>>();
  readonly #over = new Map<SegmentReader, DerivedSegment>();
  /**
   * Names of the fields whose values are being computed; each was requested by the field before it.
   */
  readonly #making: string[] = [];

  constructor(
    { derived, runtime }: ScriptedFields,
    shard: QueryShardContext,
    { segments, checkCancelled }: DerivedFieldsOptions,
  ) {
    this.#shard = shard;
    this.#mapping = shard.mapping;
    this.#segments = segments;
    this.#checkCancelled = checkCancelled;
    const seeing = { ...shard, derived: this, mapping: this.over(shard.mapping) };
    for (const definition of [
      ...runtimeDefinitions(runtime, seeing),
      ...Object.entries(derived).map(([name, field]) => derivedDefinition(name, field, shard)),
    ]) {
      this.#definitions.set(definition.name, definition);
    }
  }

  /**
   * Returns a mapping of the index's fields and these. A derived field hides a mapped field of the
   * same name.
   */
  over(mapping: SearchMapping): SearchMapping {
    return {
      derived: mapping.derived,
      runtime: mapping.runtime,
      existsFields: (pattern) => [
        ...mapping.existsFields(pattern).filter(({ name }) => !this.#isRuntime(name)),
        ...this.#existing(pattern),
      ],
      field: (name) => this.#field(name)?.field ?? mapping.field(name),
      fieldNames: () => [...new Set([...mapping.fieldNames(), ...this.#definitions.keys()])],
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
        ...mapping.matching(pattern).filter(({ name }) => !this.has(name)),
        ...this.#matching(pattern),
      ],
      nestedAround: (path) => mapping.nestedAround(path),
      similarity: (field) =>
        this.#field(field)?.indexing.similarity(field) ?? mapping.similarity(field),
    };
  }

  has(name: string): boolean {
    return this.#definitions.has(name) || this.#fields.get(name) !== undefined;
  }

  refusesExists(name: string): boolean {
    if (this.#field(name) === undefined) return false;
    const dot = name.indexOf('.');
    const around = dot < 0 ? undefined : this.#definitions.get(name.slice(0, dot));
    return (this.#definitions.get(name) ?? around)?.isRuntime === false;
  }

  segment(segment: SegmentReader): SegmentReader {
    const made =
      this.#over.get(segment) ??
      new DerivedSegment(
        segment,
        (name) => this.has(name),
        (name) => this.#index(segment, name),
      );
    this.#over.set(segment, made);
    return made;
  }

  /**
   * The values that the script emits for a document, in emission order; null where an object has no
   * value at the path.
   */
  values(segment: SegmentReader, doc: number, field: MappedField): readonly JsonValue[] {
    const base = segment instanceof DerivedSegment ? segment.base : segment;
    return this.#emitted(base, field.name)(doc);
  }

  shown(segment: SegmentReader, doc: number, { field, format }: ShownField): JsonValue[] {
    const { shows } = this.#field(field.name) ?? { shows: 'emitted' };
    const shown = { field, format, context: this.#shard };
    return shownDerived(this.values(segment, doc, field), shows, shown);
  }

  #isRuntime(name: string): boolean {
    return this.#definitions.get(name)?.isRuntime === true;
  }

  /** The runtime fields that match the pattern; for a composite field, its parts. */
  #existing(pattern: string): readonly MappedField[] {
    const found = this.#matching(pattern).filter(({ name }) => this.#isRuntime(name));
    if (found.length > 0 || pattern.includes('*')) return found;
    return this.#matching(`${pattern}.*`).filter(({ name }) => this.#isRuntime(name));
  }

  /** A path inside an object matches only if the pattern names it literally. */
  #matching(pattern: string): readonly MappedField[] {
    const names = pattern.includes('*')
      ? [...this.#definitions.keys()].filter((name) => simpleMatch(pattern, name))
      : [pattern];
    return names.flatMap((name) => this.#field(name)?.field ?? []);
  }

  #field(name: string): DerivedField | undefined {
    if (!this.#fields.has(name)) this.#fields.set(name, this.#resolve(name));
    return this.#fields.get(name);
  }

  #resolve(name: string): DerivedField | undefined {
    const definition = this.#definitions.get(name);
    if (definition !== undefined) return derivedField(definition, this.#mapping, this.#shard);
    const dot = name.indexOf('.');
    const around = dot < 0 ? undefined : this.#definitions.get(name.slice(0, dot));
    if (around?.type !== 'object') return undefined;
    const path = name.slice(dot + 1);
    const type = around.properties.get(path) ?? this.#inferred(around, path);
    if (type === undefined) return undefined;
    return derivedPart(around, { path, type }, { mapping: this.#mapping, shard: this.#shard });
  }

  /** The type of the first value that is found; `undefined` if no examined document has one. */
  #inferred(around: DerivedDefinition, path: string): string | undefined {
    let left = INFERENCE_DOCUMENTS;
    for (const segment of this.#segments) {
      const emitted = this.#emitted(segment, around.name);
      for (let doc = 0; doc < segment.maxDoc && left > 0; doc++) {
        if (!isWhole(segment, doc)) continue;
        if (left-- % CHECK_EVERY === 0) this.#checkCancelled();
        const value = partsOf(emitted(doc), path, around).find((each) => each !== null);
        if (value !== undefined) return inferredType(value, this.#shard);
      }
    }
    return undefined;
  }

  /** Indexes the field's values. Scripts of runtime fields may read other runtime fields. */
  #index(segment: SegmentReader, name: string): SegmentReader {
    const path = [...this.#making, name].join(' -> ');
    if (this.#making.includes(name)) {
      throw illegalArgument(`Cyclic dependency detected while resolving runtime fields: ${path}`);
    }
    if (this.#making.length >= MAX_DEPENDENCIES) {
      throw illegalArgument(`Field requires resolving too many dependent fields: ${path}`);
    }
    this.#making.push(name);
    try {
      return this.#made(segment, name);
    } finally {
      this.#making.pop();
    }
  }

  #made(segment: SegmentReader, name: string): SegmentReader {
    const { indexing } = expectDefined(this.#field(name), 'only derived fields are indexed');
    const emitted = this.#emitted(segment, name);
    const directory = new MemoryDirectory();
    const writer = IndexWriter.open(directory, { bufferBytes: BUFFER_BYTES });
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      if (doc % CHECK_EVERY === 0) this.#checkCancelled();
      const values = isWhole(segment, doc) ? emitted(doc) : [];
      const { fields, stored } = parsedValues(indexing, { name, values, doc }, this.#shard);
      writer.addDocument({ fields, nested: [], stored, version: 1, seqNo: doc, primaryTerm: 1 });
    }
    writer.refresh();
    const [made, ...more] = openSegments(writer.snapshot(), directory);
    if (made !== undefined && more.length === 0) return made;
    throw new ApiError('illegal_state_exception', 'derived fields need one segment');
  }

  #emitted(segment: SegmentReader, name: string): EmittedValues {
    const opened = this.#opened.get(segment) ?? new Map<string, EmittedValues>();
    this.#opened.set(segment, opened);
    const looksInto = this.#isRuntime(name) ? this.segment(segment) : segment;
    const values =
      opened.get(name) ??
      (this.#definitions.get(name) ?? this.#field(name))?.open(looksInto) ??
      (() => []);
    opened.set(name, values);
    return values;
  }
}

interface DocumentValues {
  readonly name: string;
  readonly values: readonly JsonValue[];
  readonly doc: number;
}

/** Rethrows errors without the document: OpenSearch reports the faulty value only. */
function parsedValues(
  indexing: IndexMapping,
  { name, values, doc }: DocumentValues,
  { nowMs }: QueryShardContext,
): ParsedDocument {
  try {
    return parseDocument(
      indexing,
      encodeJson(Object.fromEntries([[name, values]])),
      { id: String(doc), routing: undefined },
      { nowMs: () => nowMs, monotonicMs: () => 0 },
    );
  } catch (thrown) {
    throw thrown instanceof ApiError && thrown.cause instanceof ApiError ? thrown.cause : thrown;
  }
}

/**
 * True if the document is live and is not an object of a nested field, since nested documents have
 * no version.
 */
function isWhole(segment: SegmentReader, doc: number): boolean {
  const { liveDocs } = segment;
  if (liveDocs !== null && ((liveDocs[doc >>> 5] ?? 0) & (1 << (doc & 31))) === 0) return false;
  return segment.numbers(VERSION_FIELD)?.has(doc) ?? true;
}
