/**
 * Before a bulk is routed, creates the missing indices that it names, if that is allowed. A bulk
 * may name a hundred thousand indices that are all refused; the loop pauses so that other requests
 * get their turn.
 */
import { Slices, type Turns } from '@skein/base';
import {
  type AliasChange,
  type ClusterState,
  chosenTemplate,
  concreteName,
  findWriteTarget,
  indexLookup,
  indexNotFound,
  NOTHING_OF_ITS_OWN,
  planRollover,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import { authorizeWriteName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import {
  checkAddedFilters,
  type ShardHost,
  type WriteBatch,
  writeOpOf,
} from '../shard_host/mod.js';
import type { WriteOptions } from './contract.js';

interface Services {
  readonly turns: Turns;
  readonly masterService: MasterService;
  readonly security: Security;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
}

/** A way in which a batch uses a name. */
interface NameUse {
  readonly index: string;
  readonly requireAlias: boolean;
  /** True if a missing index is created for it. */
  readonly creates: boolean;
}

/** The reasons for refusing writes, by name. */
export type RefusedNames = ReadonlyMap<string, ApiError>;

/**
 * Checks each name once: whether the user may write there, whether it exists, and whether it may be
 * created.
 */
export async function createMissingIndices(
  batch: WriteBatch,
  options: WriteOptions,
  services: Services,
): Promise<RefusedNames> {
  const state = services.masterService.state();
  const uses = usesOf(batch);
  const slices = new Slices(services.turns);
  const refused = await refusedNames(state, uses, options, { ...services, slices });
  const missing = new Set<string>();
  for (const use of uses) {
    const pause = slices.pause();
    if (pause !== undefined) await pause;
    if (refused.has(use.index) || aliasProblem(state, use) || !use.creates) continue;
    if (!exists(state, use.index, options.nowMs) || isToRollOver(state, use.index)) {
      missing.add(use.index);
    }
  }
  for (const name of missing) {
    const pause = slices.pause();
    if (pause !== undefined) await pause;
    if (options.mayCreate?.(name) === false && !isToRollOver(state, name)) {
      refused.set(name, indexNotFound(name));
      continue;
    }
    try {
      await createIndex(name, options, services);
    } catch (error) {
      refused.set(name, asApiError(error));
    }
  }
  return refused;
}

/** A name is used in at most four ways, however many items name it. */
function usesOf({ names, nameOf, ops, special, refused }: WriteBatch): NameUse[] {
  const uses = new Map<number, NameUse>();
  for (let i = 0; i < nameOf.length; i++) {
    if (refused.size > 0 && refused.has(i)) continue;
    const asked = special.size === 0 ? undefined : special.get(i);
    const requireAlias = asked?.requireAlias === true;
    // A delete creates no index, unless an external version must be remembered.
    const creates =
      writeOpOf(ops[i] ?? 0) !== 'delete' || (asked?.versionType ?? 'internal') !== 'internal';
    const number = nameOf[i] ?? 0;
    const key = number * 4 + (requireAlias ? 2 : 0) + (creates ? 1 : 0);
    if (!uses.has(key)) uses.set(key, { index: names[number] ?? '', requireAlias, creates });
  }
  return [...uses.values()];
}

/** Checks the user's right to write before anything else about a name is revealed. */
async function refusedNames(
  state: ClusterState,
  uses: readonly NameUse[],
  { identity, nowMs }: WriteOptions,
  { security, slices }: Pick<Services, 'security'> & { readonly slices: Slices },
): Promise<Map<string, ApiError>> {
  const refused = new Map<string, ApiError>();
  for (const name of new Set(uses.map(({ index }) => index))) {
    const pause = slices.pause();
    if (pause !== undefined) await pause;
    try {
      authorizeWriteName(state, name, { security, identity, nowMs });
    } catch (error) {
      refused.set(name, asApiError(error));
    }
  }
  return refused;
}

async function createIndex(name: string, options: WriteOptions, services: Services): Promise<void> {
  const { masterService, security, shardHost } = services;
  const concrete = concreteName(name, options.nowMs);
  const { timeoutMs, nowMs, signal } = options;
  const waits = { timeoutMs, masterTimeoutMs: timeoutMs };
  const state = masterService.state();
  const check = (change: AliasChange) =>
    checkAddedFilters(change, { state, shardHost }, { nowMs, signal, turns: services.turns });
  if (isToRollOver(state, concrete)) {
    const plan = planRollover(state, { alias: concrete, newIndex: undefined, nowMs });
    const request = { ...plan, ...NOTHING_OF_ITS_OWN, isLazy: true };
    await check({ command: 'rollover', request });
    await masterService.submit('rollover', request, waits);
    // If another node's document was first, this node may not know the new index yet.
    const isRolled = (now: ClusterState) => !isToRollOver(now, concrete);
    await masterService.waitFor(isRolled, { timeoutMs, signal });
    return;
  }
  security.authorizeIndices(options.identity, 'indices:create', [concrete]);
  if (!indexLookup(state).has(concrete)) await check(creationOf(state, concrete, name));
  await masterService.ensureIndex(concrete, waits);
}

/** The task of the master for the first document of a name. */
function creationOf(state: ClusterState, name: string, providedName: string): AliasChange {
  if (chosenTemplate(state, name)?.dataStream !== undefined) {
    return { command: 'create_data_stream', request: { name } };
  }
  const request = { name, providedName, ...NOTHING_OF_ITS_OWN, cause: 'auto(bulk api)' } as const;
  return { command: 'create_index', request };
}

/** True for a data stream that must roll over at its next document. */
function isToRollOver({ metadata }: ClusterState, name: string): boolean {
  return metadata.dataStreams.get(name)?.rollsOverOnWrite === true;
}

function exists(state: ClusterState, name: string, nowMs: number): boolean {
  try {
    return findWriteTarget(state, { name, routing: undefined, nowMs }) !== undefined;
  } catch (error) {
    // The name exists but cannot be written to; routing will report why.
    if (error instanceof ApiError) return true;
    throw error;
  }
}

export function aliasProblem(
  state: ClusterState,
  { index, requireAlias }: Pick<NameUse, 'index' | 'requireAlias'>,
): ApiError | undefined {
  if (!requireAlias || indexLookup(state).get(index)?.kind === 'alias') return undefined;
  return new ApiError(
    'index_not_found_exception',
    `no such index [${index}] and [require_alias] request flag is [true] and [${index}] is not an alias`,
    { metadata: { index, index_uuid: '_na_' } },
  );
}
