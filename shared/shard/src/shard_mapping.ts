/** The newest mapping with which a shard writes, and the data derived from it. */
import { type AnalysisOutside, type AnalysisRegistry, buildAnalysis } from '@skein/analysis';
import { atOnce, type Clock } from '@skein/base';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  checkMappingRoom,
  countingFields,
  fieldsInText,
  IndexMapping,
  indexSort,
  type MappedField,
  type ParsedDocument,
  parseDocument,
} from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import { percolatorFields } from '@skein/search';
import type { IndexSort } from '@skein/search_library';
import type { Settings } from '@skein/settings';
import type { MappingVersion } from './calls.js';

interface ShardMappingParts {
  /** The index's name. */
  readonly index: string;
  readonly clock: Clock;
  /** Scripts for queries that are indexed. */
  readonly scripts: ScriptService;
  readonly outside: AnalysisOutside;
}

export interface DocumentName {
  readonly id: string;
  readonly routing: string | undefined;
}

/** A mapping, and what follows from it. */
interface Adopted {
  readonly version: number;
  readonly altersSource: boolean;
  readonly analysis: AnalysisRegistry;
  readonly mapping: IndexMapping;
}

export class ShardMapping {
  readonly #settings: Settings;
  readonly #parts: ShardMappingParts;
  #adopted: Adopted;

  constructor(settings: Settings, initial: MappingVersion, parts: ShardMappingParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#adopted = this.#adopt(initial);
  }

  get version(): number {
    return this.#adopted.version;
  }

  /**
   * True if the stored `_source` differs from the document as it arrived, so that the translog's
   * copy cannot replace it.
   */
  get altersSource(): boolean {
    return this.#adopted.altersSource;
  }

  /** The order of the shard's documents. */
  indexSort(): IndexSort {
    return indexSort(this.#settings, this.#adopted.mapping);
  }

  hasObject(path: string): boolean {
    return this.#adopted.mapping.hasObject(path);
  }

  field(path: string): MappedField | undefined {
    return this.#adopted.mapping.field(path);
  }

  /** Number of fields in the heap for the mapping. */
  get fieldCount(): number {
    return this.#adopted.mapping.lookup.fields.size;
  }

  /**
   * Checks the fields that a client's document would add. Throws circuit_breaking_exception when
   * this thread could not hold the resulting mapping.
   */
  checkRoom(update: JsonObject): void {
    checkMappingRoom(this.fieldCount + atOnce(countingFields(update)));
  }

  /**
   * Adopts the mapping unless it is older than the current one. Throws when it cannot, for example
   * circuit_breaking_exception when there is no room for both. The current one then stays:
   * documents with its missing fields cannot be written here, all others can.
   */
  change(next: MappingVersion): void {
    if (next.mappingVersion > this.version) this.#adopted = this.#adopt(next);
  }

  /**
   * Parses a document. `maxClauseCount` limits each query in the document; it is absent for a
   * document that was accepted earlier under another limit.
   */
  parse(
    source: Uint8Array,
    { id, routing }: DocumentName,
    maxClauseCount = Number.POSITIVE_INFINITY,
  ): ParsedDocument {
    const { clock, scripts, index } = this.#parts;
    const document = parseDocument(this.#adopted.mapping, source, { id, routing }, clock);
    if (document.dynamicUpdate) return document;
    const context = {
      index,
      mapping: this.#adopted.mapping,
      analysis: this.#adopted.analysis,
      settings: this.#settings,
      maxClauseCount,
    };
    const nowMs = clock.nowMs();
    const queries = percolatorFields(source, { index: context, scripts, nowMs });
    if (queries.length === 0) return document;
    return { ...document, fields: [...document.fields, ...queries] };
  }

  #adopt({ mapping, mappingVersion }: MappingVersion): Adopted {
    checkMappingRoom(fieldsInText(mapping));
    const json = parseJson(mapping);
    if (!isJsonObject(json)) throw new ApiError('illegal_state_exception', 'mapping is no object');
    const analysis = buildAnalysis(this.#settings, this.#parts.outside);
    const parsed = IndexMapping.parse(json, { settings: this.#settings, analysis });
    return { version: mappingVersion, altersSource: altersSource(json), analysis, mapping: parsed };
  }
}

function altersSource(mapping: JsonObject): boolean {
  const source = mapping._source;
  if (!isJsonObject(source)) return false;
  return ['enabled', 'includes', 'excludes'].some((key) => source[key] !== undefined);
}
