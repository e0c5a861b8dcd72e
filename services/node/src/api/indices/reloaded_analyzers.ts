/** Reloads the files of search analyzers, for two endpoints. */
import { mappingContext, requireIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { submitOptions } from '../common_params.js';
import type { RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { shardsJson } from './broadcast_reply.js';
import { checkAnalysis } from './check_analysis.js';

export interface ReloadedAnalyzers {
  /** Counts over all shards of the indices. */
  readonly shards: JsonObject;
  /** Names of the reloaded analyzers, by index. */
  readonly analyzers: ReadonlyMap<string, readonly string[]>;
  readonly nodeIds: readonly string[];
}

interface ReloadRequest {
  readonly indices: readonly string[];
  readonly options: ReturnType<typeof submitOptions>;
}

/** Throws for a faulty file and then changes nothing. */
export async function reloadAnalyzers(
  { indices, options }: ReloadRequest,
  actors: ShapeActors['master'],
  context: RequestContext,
): Promise<ReloadedAnalyzers> {
  const { masterService, shardRouter } = actors;
  const state = masterService.state();
  const analyzers = new Map<string, readonly string[]>();
  for (const name of indices) {
    const { settings } = requireIndex(state, name);
    await checkAnalysis(settings, actors, context.signal);
    const changing = mappingContext(settings).analysis.changingAnalyzers;
    if (changing.length > 0) analyzers.set(name, changing);
  }
  if (analyzers.size > 0) {
    await masterService.submit(
      'reload_search_analyzers',
      { indices: [...analyzers.keys()] },
      options,
    );
  }
  // Cached results used the previous files.
  const caches = { query: false, request: true, fielddata: false, file: false, fields: [] };
  const cleared = await shardRouter.broadcast('clear_caches', indices, caches, context);
  const nodeIds = [...state.nodes.values()]
    .filter(({ roles }) => roles.includes('data'))
    .map(({ id }) => id);
  return { shards: shardsJson(cleared), analyzers, nodeIds };
}
