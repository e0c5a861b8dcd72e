/**
 * Common parts of shrink, split and clone, which create an index with the documents of another one.
 */
import { concreteName, type ResizeKind, requireResizeSource, shrunkenShards } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { stringParam } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import { checkSeesAll } from '../../security/visibility.js';
import { checkAddedFilters, type ShardStats } from '../../shard_host/mod.js';
import { activeCopiesParam, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { locatedBody } from '../search/search_body.js';
import { BACKGROUND_PARAMS, inBackground } from './in_background.js';
import { newIndexReply } from './new_index_reply.js';
import { checkResizeBody, type ResizeBody, readResizeBody } from './resize_body.js';
import { primaryStats } from './stats/primary_stats.js';

/** Lucene's limit of documents in a shard. */
const MAX_DOCUMENTS = 2_147_483_519;
const SHARDS = 'index.number_of_shards';

interface ResizeOrder {
  readonly source: string;
  readonly name: string;
  readonly providedName: string;
  readonly body: ResizeBody;
  readonly waitFor: string | undefined;
  readonly options: SubmitOptions;
}

export function resizeEndpoint(kind: ResizeKind): Endpoint {
  return defineEndpoint({
    id: `indices.${kind}`,
    shape: 'master',
    routes: [`PUT /{index}/_${kind}/{target}`, `POST /{index}/_${kind}/{target}`],
    params: {
      ...MASTER_PARAMS,
      ...BACKGROUND_PARAMS,
      copy_settings: stringParam,
      wait_for_active_shards: activeCopiesParam,
    },
    body: 'json',
    privilege: { everyOf: ['indices:manage', 'indices:read', 'indices:create'] },
    parse: ({ pathParams, params, body: given }) => {
      checkCopySettings(params.copy_settings);
      const body = readResizeBody(locatedBody(given));
      const providedName = pathParams.target ?? '';
      checkResizeBody(kind, providedName, body);
      const options = submitOptions(params);
      const waits = params.wait_for_completion;
      return {
        given: { source: pathParams.index ?? '', providedName, body },
        waitFor: params.wait_for_active_shards,
        waits,
        options: waits ? options : { ...options, timeoutMs: params.task_execution_timeout },
      };
    },
    handle: ({ given, waits, ...rest }, actors, context) => {
      const name = concreteName(given.providedName, context.nowMs);
      const source = concreteName(given.source, context.nowMs);
      const order = { ...given, ...rest, name, source };
      authorize(order, actors, context);
      const run = (signal: AbortSignal) => resize(kind, order, actors, { ...context, signal });
      if (waits) return run(context.signal);
      const description = `${kind} from [${source}] to [${name}]`;
      return inBackground(actors, context, { action: 'indices:admin/resize', description, run });
    },
  });
}

/** A user who creates an index from another one can read its documents there. */
function authorize(
  { source, name, body }: ResizeOrder,
  { security }: Pick<Actors, 'security'>,
  { identity }: RequestContext,
): void {
  security.authorizeIndices(identity, 'indices:manage', [source]);
  security.authorizeIndices(identity, 'indices:read', [source]);
  checkSeesAll(identity, source);
  const made = [name, ...body.aliases.map(({ alias }) => alias)];
  security.authorizeIndices(identity, 'indices:create', made);
}

async function resize(
  kind: ResizeKind,
  { source, name, providedName, body, waitFor, options }: ResizeOrder,
  actors: ShapeActors['master'],
  context: RequestContext,
) {
  const { masterService } = actors;
  const settings = new Map(body.settings);
  const index = requireResizeSource(masterService.state(), source, { name, settings });
  if (!settings.has(SHARDS)) settings.set(SHARDS, String(index.numberOfShards));
  if (kind === 'shrink') {
    const stats = await primaryStats(source, actors, context);
    if (!body.settings.has(SHARDS)) {
      settings.set(SHARDS, String(shardsFor(index.numberOfShards, stats, body.maxShardBytes)));
    }
    checkDocuments(Number(settings.get(SHARDS)), stats);
  }
  const { aliases } = body;
  const request = { kind, source, name, providedName, settings, aliases };
  const change = { command: 'resize_index', request } as const;
  await checkAddedFilters(change, { ...actors, state: masterService.state() }, context);
  const { acknowledged: isAcknowledged } = await masterService.submit(
    'resize_index',
    request,
    options,
  );
  const { signal } = context;
  return newIndexReply(actors, { index: name, isAcknowledged, waitFor, options, signal });
}

function shardsFor(
  source: number,
  stats: ReadonlyMap<number, ShardStats>,
  maxBytes: number | undefined,
): number {
  if (maxBytes === undefined) return 1;
  let bytes = 0;
  for (const { storeBytes } of stats.values()) bytes += storeBytes;
  return shrunkenShards(source, bytes, maxBytes);
}

function checkDocuments(target: number, stats: ReadonlyMap<number, ShardStats>): void {
  const factor = Math.max(1, Math.ceil(stats.size / target));
  const counts = new Map<number, number>();
  for (const [shardId, { docs }] of stats) {
    const into = Math.floor(shardId / factor);
    const count = (counts.get(into) ?? 0) + docs.count;
    if (count > MAX_DOCUMENTS) {
      throw new ApiError(
        'illegal_state_exception',
        `Can't merge index with more than [${MAX_DOCUMENTS}] docs - too many documents in shards of target shard [${into}]`,
      );
    }
    counts.set(into, count);
  }
}

/** A deprecated parameter; the behavior it could turn off no longer exists. */
function checkCopySettings(text: string | undefined): void {
  if (text === undefined || text === '' || text === 'true') return;
  throw new ApiError(
    'illegal_argument_exception',
    text === 'false'
      ? 'parameter [copy_settings] can not be explicitly set to [false]'
      : `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
  );
}
