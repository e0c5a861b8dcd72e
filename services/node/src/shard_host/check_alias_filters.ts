/**
 * Checks the filters of aliases against the mapping of an index before the command is submitted: a
 * search through an alias whose filter the index cannot answer would always fail. Filters may
 * compile scripts and read the files of analyzers, so it is done in a thread.
 */
import { inSlices, type Turns } from '@skein/base';
import {
  type AliasDefinition,
  type ClusterState,
  type CreateIndexRequest,
  type IndexMetadata,
  planningIndex,
} from '@skein/cluster';
import type { ShardHost } from './contract.js';
import { indexContext } from './index_context.js';

type CheckingThreads = Pick<ShardHost, 'runShardless'>;

interface CheckOptions {
  /** The time that `now` in a filter stands for. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

export async function checkAliasFilters(
  index: IndexMetadata,
  aliases: Iterable<{ readonly name: string; readonly filter?: AliasDefinition['filter'] }>,
  threads: CheckingThreads,
  { nowMs, signal }: CheckOptions,
): Promise<void> {
  const filters = [...aliases].flatMap(({ name, filter }) =>
    filter === undefined ? [] : [{ alias: name, filter }],
  );
  if (filters.length === 0) return;
  const request = { index: indexContext(index), filters, nowMs };
  await threads.runShardless('check_alias_filters', request, signal);
}

/** Checks the filters of the index that a request would create, those of templates among them. */
export async function checkFiltersOfNewIndex(
  request: CreateIndexRequest,
  { state, shardHost }: { readonly state: ClusterState; readonly shardHost: CheckingThreads },
  options: CheckOptions & { readonly turns: Turns },
): Promise<void> {
  if (!request.aliases.some(({ filter }) => filter !== undefined) && !hasFilters(state)) return;
  const planned = await inSlices(planningIndex(state, request, options.nowMs), options.turns);
  await checkAliasFilters(planned, planned.aliases.values(), shardHost, options);
}

/** True if an alias of some template has a filter. */
function hasFilters({ metadata }: ClusterState): boolean {
  const { templates, indexTemplates, componentTemplates } = metadata;
  const bodies = [
    ...templates.values(),
    ...[...indexTemplates.values(), ...componentTemplates.values()].map((one) => one.template),
  ];
  return bodies.some((body) =>
    [...(body?.aliases?.values() ?? [])].some(({ filter }) => filter !== undefined),
  );
}
