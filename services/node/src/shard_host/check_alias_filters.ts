/**
 * Checks the filters of aliases against the mapping of an index before the command is submitted: a
 * search through an alias whose filter the index cannot answer would always fail. Filters may
 * compile scripts and read the files of analyzers, so it is done in a thread.
 */
import { inSlices, type Turns } from '@skein/base';
import {
  type AliasChange,
  type AliasDefinition,
  type ClusterState,
  type IndexMetadata,
  mayAddFilters,
  planningFilters,
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

/**
 * Checks the filters that a command would add, those of templates and those that move with an alias
 * among them. Throws what the command would throw.
 */
export async function checkAddedFilters(
  change: AliasChange,
  { state, shardHost }: { readonly state: ClusterState; readonly shardHost: CheckingThreads },
  options: CheckOptions & { readonly turns: Turns },
): Promise<void> {
  if (!mayAddFilters(state, change)) return;
  const planned = await inSlices(planningFilters(state, change, options.nowMs), options.turns);
  for (const { index, aliases } of planned) {
    await checkAliasFilters(index, aliases, shardHost, options);
  }
}
