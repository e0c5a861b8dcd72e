/** Before a bulk is routed: the indices it names and nobody has made are made, if that is allowed. */
import { type ClusterState, concreteName, findWriteTarget, indexLookup } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import type { RoutedWrite, WriteOptions } from './mod.js';

interface Services {
  readonly masterService: MasterService;
  readonly security: Security;
}

/** By name as the client wrote it: why its items cannot be carried out. */
export async function createMissingIndices(
  items: readonly RoutedWrite[],
  options: WriteOptions,
  services: Services,
): Promise<ReadonlyMap<string, ApiError>> {
  const refused = new Map<string, ApiError>();
  const state = services.masterService.state();
  const missing = new Set<string>();
  for (const item of items) {
    const problem = aliasProblem(state, item);
    if (problem !== undefined) refused.set(item.index, problem);
    else if (mayCreate(item) && !exists(state, item.index)) missing.add(item.index);
  }
  for (const name of missing) {
    try {
      await createIndex(name, options, services);
    } catch (error) {
      refused.set(name, asApiError(error));
    }
  }
  return refused;
}

async function createIndex(name: string, options: WriteOptions, services: Services): Promise<void> {
  const { masterService, security } = services;
  const concrete = concreteName(name, options.nowMs);
  security.authorizeIndices(options.identity, 'indices:write', [concrete]);
  security.authorizeIndices(options.identity, 'indices:create', [concrete]);
  const { timeoutMs } = options;
  await masterService.ensureIndex(concrete, { timeoutMs, masterTimeoutMs: timeoutMs });
}

/** A delete makes no index, unless an external version is to be remembered. */
function mayCreate(item: RoutedWrite): boolean {
  return item.op !== 'delete' || item.versionType !== 'internal';
}

function exists(state: ClusterState, name: string): boolean {
  try {
    return findWriteTarget(state, { name, routing: undefined, nowMs: 0 }) !== undefined;
  } catch (error) {
    // It is there and cannot be written: routing will say why.
    if (error instanceof ApiError) return true;
    throw error;
  }
}

function aliasProblem(
  state: ClusterState,
  { index, requireAlias }: RoutedWrite,
): ApiError | undefined {
  if (!requireAlias || indexLookup(state).get(index)?.kind === 'alias') return undefined;
  return new ApiError(
    'index_not_found_exception',
    `no such index [${index}] and [require_alias] request flag is [true] and [${index}] is not an alias`,
    {
      metadata: {
        index,
        index_uuid: '_na_',
        'resource.type': 'index_or_alias',
        'resource.id': index,
      },
    },
  );
}
