/**
 * Checks the filters of aliases against the mapping of an index before the command is submitted: a
 * search through an alias whose filter the index cannot answer would always fail. Filters may
 * compile scripts and read the files of analyzers, so it is done in a thread.
 */
import { inSlices } from '@skein/base';
import {
  type AliasDefinition,
  type ClusterState,
  type CreateIndexRequest,
  type IndexMetadata,
  planningIndex,
} from '@skein/cluster';
import type { Actors } from '../../actors.js';
import { indexContext } from '../../shard_host/mod.js';
import type { RequestContext } from '../endpoint.js';

type CheckActors = Pick<Actors, 'masterService' | 'shardHost'>;

export async function checkAliasFilters(
  index: IndexMetadata,
  aliases: Iterable<{ readonly name: string; readonly filter?: AliasDefinition['filter'] }>,
  { shardHost }: CheckActors,
  { nowMs, signal }: RequestContext,
): Promise<void> {
  const filters = [...aliases].flatMap(({ name, filter }) =>
    filter === undefined ? [] : [{ alias: name, filter }],
  );
  if (filters.length === 0) return;
  const request = { index: indexContext(index), filters, nowMs };
  await shardHost.runShardless('check_alias_filters', request, signal);
}

/** Checks the filters of the index that a request would create, those of templates among them. */
export async function checkFiltersOfNewIndex(
  request: CreateIndexRequest,
  actors: CheckActors,
  context: RequestContext,
): Promise<void> {
  const state = actors.masterService.state();
  if (!request.aliases.some(({ filter }) => filter !== undefined) && !hasFilters(state)) return;
  const planned = await inSlices(planningIndex(state, request, context.nowMs), context.turns);
  await checkAliasFilters(planned, planned.aliases.values(), actors, context);
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
