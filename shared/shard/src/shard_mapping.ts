/** The mapping a shard writes with, at its newest version, and what follows from it. */
import { buildAnalysis } from '@skein/analysis';
import type { Clock } from '@skein/base';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping, indexSort, type ParsedDocument, parseDocument } from '@skein/mapping';
import type { IndexSort } from '@skein/search_library';
import type { Settings } from '@skein/settings';
import type { MappingVersion } from './calls.js';

export class ShardMapping {
  readonly #settings: Settings;
  readonly #clock: Clock;
  #version = -1;
  #mapping: IndexMapping;
  #altersSource = false;

  constructor(settings: Settings, initial: MappingVersion, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
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

  /** Takes the mapping over unless it is older than the one in use. */
  change(next: MappingVersion): void {
    if (next.mappingVersion > this.#version) this.#mapping = this.#adopt(next);
  }

  parse(source: Uint8Array, id: string, routing: string | undefined): ParsedDocument {
    return parseDocument(this.#mapping, source, { id, routing }, this.#clock);
  }

  #adopt({ mapping, mappingVersion }: MappingVersion): IndexMapping {
    const json = parseJson(mapping);
    if (!isJsonObject(json)) throw new ApiError('illegal_state_exception', 'mapping is no object');
    this.#version = mappingVersion;
    this.#altersSource = altersSource(json);
    const context = { settings: this.#settings, analysis: buildAnalysis(this.#settings) };
    return IndexMapping.parse(json, context);
  }
}

function altersSource(mapping: JsonObject): boolean {
  const source = mapping._source;
  if (!isJsonObject(source)) return false;
  return ['enabled', 'includes', 'excludes', 'include', 'exclude'].some(
    (key) => source[key] !== undefined,
  );
}
