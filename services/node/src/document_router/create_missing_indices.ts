/** Before a bulk is routed: the indices it names and nobody has made are made, if that is allowed. */
import { type ClusterState, concreteName, findWriteTarget, indexLookup } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import { authorizeWriteName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import type { RoutedWrite, WriteOptions } from './mod.js';

interface Services {
  readonly masterService: MasterService;
  readonly security: Security;
}

/** What of a write concerns its index. */
export type NamedWrite = Pick<RoutedWrite, 'index' | 'op' | 'versionType' | 'requireAlias'>;

/** Why an item cannot be carried out, as far as its index says. */
export type RefusalOf = (item: NamedWrite) => ApiError | undefined;

/** Each name is looked at once: may it be written, is it there, may it be made? */
export async function createMissingIndices(
  items: readonly NamedWrite[],
  options: WriteOptions,
  services: Services,
): Promise<RefusalOf> {
  const state = services.masterService.state();
  const refused = refusedNames(state, items, options, services);
  const missing = new Set<string>();
  for (const item of items) {
    if (refused.has(item.index) || aliasProblem(state, item) || !mayCreate(item)) continue;
    if (!exists(state, item.index, options.nowMs)) missing.add(item.index);
  }
  for (const name of missing) {
    try {
      await createIndex(name, options, services);
    } catch (error) {
      refused.set(name, asApiError(error));
    }
  }
  return (item) => refused.get(item.index) ?? aliasProblem(state, item);
}

/** Before anything else is said about a name: whether the caller may write there. */
function refusedNames(
  state: ClusterState,
  items: readonly NamedWrite[],
  { identity, nowMs }: WriteOptions,
  { security }: Services,
): Map<string, ApiError> {
  const refused = new Map<string, ApiError>();
  for (const name of new Set(items.map((item) => item.index))) {
    try {
      authorizeWriteName(state, name, { security, identity, nowMs });
    } catch (error) {
      refused.set(name, asApiError(error));
    }
  }
  return refused;
}

async function createIndex(name: string, options: WriteOptions, services: Services): Promise<void> {
  const { masterService, security } = services;
  const concrete = concreteName(name, options.nowMs);
  security.authorizeIndices(options.identity, 'indices:create', [concrete]);
  const { timeoutMs } = options;
  await masterService.ensureIndex(concrete, { timeoutMs, masterTimeoutMs: timeoutMs });
}

/** A delete makes no index, unless an external version is to be remembered. */
function mayCreate(item: NamedWrite): boolean {
  return item.op !== 'delete' || item.versionType !== 'internal';
}

function exists(state: ClusterState, name: string, nowMs: number): boolean {
  try {
    return findWriteTarget(state, { name, routing: undefined, nowMs }) !== undefined;
  } catch (error) {
    // It is there and cannot be written: routing will say why.
    if (error instanceof ApiError) return true;
    throw error;
  }
}

export function aliasProblem(
  state: ClusterState,
  { index, requireAlias }: Pick<NamedWrite, 'index' | 'requireAlias'>,
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
