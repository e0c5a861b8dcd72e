/** Indices as searches see them, kept between searches: building one parses the mapping and the analysis settings. */
import { buildAnalysis } from '@skein/analysis';
import { isJsonObject, parseJson } from '@skein/content';
import { IndexMapping } from '@skein/mapping';
import type { ShardContext } from '../shard_messages.js';
import type { IndexContext } from './environment.js';

export function openIndexContext(shard: ShardContext): IndexContext {
  const settings = new Map(Object.entries(shard.indexSettings));
  const analysis = buildAnalysis(settings);
  const json = parseJson(shard.mapping);
  const mapping = IndexMapping.parse(isJsonObject(json) ? json : {}, { settings, analysis });
  return { index: shard.index, mapping, analysis, settings };
}

/** Indices kept at most; the one used longest ago goes first. */
const DEFAULT_CAPACITY = 256;

export class IndexContextCache {
  readonly #kept = new Map<string, { readonly version: string; readonly context: IndexContext }>();
  readonly #capacity: number;

  constructor(capacity = DEFAULT_CAPACITY) {
    this.#capacity = capacity;
  }

  get(shard: ShardContext): IndexContext {
    const version = `${shard.mappingVersion}/${shard.settingsVersion}/${shard.index}`;
    const kept = this.#kept.get(shard.indexUuid);
    this.#kept.delete(shard.indexUuid);
    const context = kept?.version === version ? kept.context : openIndexContext(shard);
    this.#kept.set(shard.indexUuid, { version, context });
    if (this.#kept.size > this.#capacity) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return context;
  }
}
