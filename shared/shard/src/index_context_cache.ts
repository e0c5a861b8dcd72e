/**
 * The search context of an index, derived from its mapping, settings and aliases, built once per
 * version and cached while in use.
 */
import { type AnalysisOutside, buildAnalysis, NOTHING_OUTSIDE } from '@skein/analysis';
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import type { IndexContext, ShardContext } from '@skein/search';

/**
 * Cache limit: a thread seldom searches more indices than this at once. The least recently used one
 * is dropped.
 */
const MAX_CONTEXTS = 64;

interface Entry {
  readonly version: string;
  readonly context: IndexContext;
}

export class IndexContextCache {
  /** By index uuid, the one used last at the end. */
  readonly #entries = new Map<string, Entry>();
  readonly #outside: AnalysisOutside;

  constructor(outside: AnalysisOutside = NOTHING_OUTSIDE) {
    this.#outside = outside;
  }

  /** The resources for analysis outside of any index. */
  get outside(): AnalysisOutside {
    return this.#outside;
  }

  get(shard: ShardContext): IndexContext {
    const { mappingVersion, settingsVersion, aliasesVersion, maxClauseCount } = shard;
    const version = `${mappingVersion}/${settingsVersion}/${aliasesVersion}/${maxClauseCount ?? ''}`;
    const known = this.#entries.get(shard.indexUuid);
    const entry =
      known?.version === version
        ? known
        : { version, context: buildIndexContext(shard, this.#outside) };
    this.#entries.delete(shard.indexUuid);
    this.#entries.set(shard.indexUuid, entry);
    if (this.#entries.size > MAX_CONTEXTS) this.#dropOldest();
    return entry.context;
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}

function buildIndexContext(
  { index, aliases, indexSettings, mapping, maxClauseCount }: ShardContext,
  outside: AnalysisOutside,
): IndexContext {
  const settings = new Map(Object.entries(indexSettings));
  const analysis = buildAnalysis(settings, outside);
  const json = parseJson(mapping);
  if (!isJsonObject(json)) throw new ApiError('illegal_state_exception', 'mapping is no object');
  const fields = IndexMapping.parse(json, { settings, analysis });
  return { index, aliases, mapping: fields, analysis, settings, maxClauseCount };
}
