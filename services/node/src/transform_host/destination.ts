/**
 * The destination index of a transform: created before the first document with the mapping deduced
 * from the transform; old documents are deleted.
 */
import { indexLookup } from '@skein/cluster';
import { isJsonArray, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { nowhere } from '@skein/reading';
import { readLocatedSearch } from '@skein/search';
import { deducedMapping, type FieldTypes, type Transform } from '@skein/transform';
import type { BulkByScroll } from '../bulk_by_scroll/mod.js';
import type { MasterService } from '../master_service/mod.js';
import { plainTerms } from '../search_coordinator/mod.js';
import { authorizeWriteName } from '../security/index_access.js';
import type { Identity, Security } from '../security/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';

export interface DestinationParts {
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly security: Security;
  readonly bulkByScroll: Pick<BulkByScroll, 'run'>;
  readonly shardRouter: Pick<ShardRouter, 'broadcast'>;
}

const WAITS = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
const PAGE = 1000;
/** Marks the indices created by a transform, which are deleted when it is reset. */
export const CREATED_BY = { created_by: 'transform' } as const;

/** Creates the index unless an index, alias or data stream of that name exists. */
export async function ensureDestination(
  { dest, ...transform }: Transform,
  { types, owner, nowMs }: { types: FieldTypes; owner: Identity; nowMs: number },
  { masterService, security }: DestinationParts,
): Promise<void> {
  const state = masterService.state();
  if (indexLookup(state).has(dest.index)) return;
  authorizeWriteName(state, dest.index, { identity: owner, nowMs, security });
  const mapping = deducedMapping({ dest, ...transform }, types);
  const request = {
    name: dest.index,
    providedName: dest.index,
    settings: new Map([
      ['index.number_of_shards', '1'],
      ['index.auto_expand_replicas', '0-1'],
    ]),
    mapping: { ...mapping, _meta: CREATED_BY },
    aliases: [],
    cause: 'api',
  } as const;
  try {
    await masterService.submit('create_index', request, WAITS);
  } catch (thrown) {
    const isThere =
      thrown instanceof ApiError && thrown.type === 'resource_already_exists_exception';
    if (!isThere) throw thrown;
  }
}

/** Deletes documents older than the retention; returns their number. Rejects if some remain. */
export async function deleteOld(
  { dest, retention }: Transform,
  { owner, nowMs, signal }: { owner: Identity; nowMs: number; signal: AbortSignal },
  { bulkByScroll, shardRouter, masterService }: DestinationParts,
): Promise<number> {
  if (retention === undefined) return 0;
  const names = indexLookup(masterService.state()).get(dest.index)?.indices ?? [];
  const indices = names.map(({ name }) => name);
  if (indices.length === 0) return 0;
  await shardRouter.broadcast('refresh', indices, {}, { identity: owner, signal });
  const bounds = { lt: nowMs - retention.maxAgeMs, format: 'epoch_millis' };
  const json = { query: { range: { [retention.field]: bounds } }, sort: ['_doc'], size: PAGE };
  const { status, body } = await bulkByScroll.run(
    {
      kind: 'delete_by_query',
      remote: undefined,
      keepAlive: '5m',
      search: {
        ...plainTerms([dest.index]),
        request: readLocatedSearch({ json, locate: nowhere }, {}, false),
      },
      script: undefined,
      destination: undefined,
      pipeline: undefined,
      maxDocs: undefined,
      conflicts: 'proceed',
      slices: 1,
      requestsPerSecond: Number.POSITIVE_INFINITY,
      refresh: false,
      timeoutMs: 60_000,
      waitForActiveShards: '',
    },
    { identity: owner, nowMs, opaqueId: undefined },
  );
  // The checkpoint fails, and the transform retries as after other failures.
  if (status !== 200) {
    const [first = body] = isJsonArray(body.failures) ? body.failures : [];
    const reason = `documents older than the retention could not be deleted: ${stringifyJson(first)}`;
    throw new ApiError('status_exception', reason, { status });
  }
  return Number(body.deleted ?? 0);
}
