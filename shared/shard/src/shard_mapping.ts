/** The mapping a shard writes with, at its newest version, and what follows from it. */
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
  type ParsedDocument,
  parseDocument,
} from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import { percolatorFields } from '@skein/search';
import type { IndexSort } from '@skein/search_library';
import type { Settings } from '@skein/settings';
import type { MappingVersion } from './calls.js';

export interface ShardMappingParts {
  /** The index's name. */
  readonly index: string;
  readonly clock: Clock;
  /** For queries that are indexed. */
  readonly scripts: ScriptService;
  readonly outside: AnalysisOutside;
}

export interface DocumentName {
  readonly id: string;
  readonly routing: string | undefined;
}

export class ShardMapping {
  readonly #settings: Settings;
  readonly #parts: ShardMappingParts;
  #version = -1;
  #analysis: AnalysisRegistry;
  #mapping: IndexMapping;
  #altersSource = false;

  constructor(settings: Settings, initial: MappingVersion, parts: ShardMappingParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#analysis = buildAnalysis(settings, parts.outside);
    this.#mapping = this.#adopt(initial);
  }

  get version(): number {
    return this.#version;
  }

  /** The stored `_source` is not the document as it arrived: the translog's copy cannot stand in for it. */
  get altersSource(): boolean {
    return this.#altersSource;
  }

  /** The order of the shard's documents. */
  indexSort(): IndexSort {
    return indexSort(this.#settings, this.#mapping);
  }

  hasObject(path: string): boolean {
    return this.#mapping.hasObject(path);
  }

  /** Fields that are in the heap for it. */
  get fieldCount(): number {
    return this.#mapping.lookup.fields.size;
  }

  /** Of what a document of a client would add. Throws circuit_breaking_exception when this thread could not hold the mapping that comes of it. */
  checkRoom(update: JsonObject): void {
    checkMappingRoom(this.fieldCount + atOnce(countingFields(update)));
  }

  /**
   * Takes the mapping over unless it is older than the one in use. Throws circuit_breaking_exception when there is no room for it beside that one, which stays in
   * use: what it lacks cannot be written here, and everything else can.
   */
  change(next: MappingVersion): void {
    if (next.mappingVersion > this.#version) this.#mapping = this.#adopt(next);
  }

  /** `maxClauseCount`: of each query in the document; absent for a document that was taken before, whatever the limit is by now. */
  parse(
    source: Uint8Array,
    { id, routing }: DocumentName,
    maxClauseCount = Number.POSITIVE_INFINITY,
  ): ParsedDocument {
    const { clock, scripts, index } = this.#parts;
    const document = parseDocument(this.#mapping, source, { id, routing }, clock);
    if (document.dynamicUpdate) return document;
    const context = {
      index,
      mapping: this.#mapping,
      analysis: this.#analysis,
      settings: this.#settings,
      maxClauseCount,
    };
    const nowMs = clock.nowMs();
    const queries = percolatorFields(source, { index: context, scripts, nowMs });
    if (queries.length === 0) return document;
    return { ...document, fields: [...document.fields, ...queries] };
  }

  #adopt({ mapping, mappingVersion }: MappingVersion): IndexMapping {
    checkMappingRoom(fieldsInText(mapping));
    const json = parseJson(mapping);
    if (!isJsonObject(json)) throw new ApiError('illegal_state_exception', 'mapping is no object');
    this.#version = mappingVersion;
    this.#altersSource = altersSource(json);
    this.#analysis = buildAnalysis(this.#settings, this.#parts.outside);
    return IndexMapping.parse(json, { settings: this.#settings, analysis: this.#analysis });
  }
}

function altersSource(mapping: JsonObject): boolean {
  const source = mapping._source;
  if (!isJsonObject(source)) return false;
  return ['enabled', 'includes', 'excludes', 'include', 'exclude'].some(
    (key) => source[key] !== undefined,
  );
}
