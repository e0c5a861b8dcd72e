/** `GET /_cluster/allocation/explain`: explains why a shard copy is on its node or unassigned. */
import type { ClusterState, ShardCopy } from '@skein/cluster';
import { indexNotFound } from '@skein/cluster';
import { ApiError, invalidRequest } from '@skein/errors';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import {
  booleanOf,
  type Draft,
  type FieldReaders,
  integerOf,
  into,
  readFields,
  textOf,
} from '@skein/reading';
import { seesName } from '../../security/index_access.js';
import { defineEndpoint } from '../endpoint.js';
import { callerOf, MONITORS } from '../indices/index_targets.js';
import { type LocatedBody, locatedBody } from '../search/search_body.js';
import { renderShardExplanation } from './render_shard_explanation.js';

export const allocation_explain = defineEndpoint({
  id: 'cluster.allocation_explain',
  shape: 'master',
  routes: ['GET /_cluster/allocation/explain', 'POST /_cluster/allocation/explain'],
  params: {
    include_yes_decisions: orDefault(booleanParam, false),
    include_disk_info: orDefault(booleanParam, false),
  },
  body: 'json',
  privilege: 'cluster:monitor',
  parse: ({ params, body }) => ({
    target: readTarget(locatedBody(body)),
    includeYes: params.include_yes_decisions,
    includeDisk: params.include_disk_info,
  }),
  handle: async ({ target, includeYes, includeDisk }, actors, context) => {
    const state = actors.masterService.state();
    const sees = seesName(callerOf(actors, context), MONITORS);
    const found =
      target === undefined
        ? firstUnassigned(state, (name) => sees({ name }))
        : named(state, target, (name) => sees({ name }), includeYes);
    const { explanation, disks } = await actors.allocation.explain(found);
    if (explanation === undefined) throw nothingToExplain(describe(target, includeYes));
    return jsonReply(
      renderShardExplanation(state, found, explanation, {
        includeYes,
        disks: includeDisk ? disks : undefined,
      }),
    );
  },
});

interface Target {
  readonly index: string;
  readonly shard: number;
  readonly primary: boolean;
  readonly currentNode: string | undefined;
}

interface ExplainedShard {
  readonly index: string;
  readonly shardId: number;
  readonly copy: ShardCopy;
}

/** Undefined for the first unassigned shard. */
function readTarget({ json = {}, locate }: LocatedBody): Target | undefined {
  const target: Draft<Target, keyof Target> = {
    index: undefined,
    shard: undefined,
    primary: undefined,
    currentNode: undefined,
  };
  const readers: FieldReaders = {
    index: into(target, 'index', 'string', textOf),
    shard: into(target, 'shard', 'number', integerOf),
    primary: into(target, 'primary', 'boolean', booleanOf),
    current_node: into(target, 'currentNode', 'string', textOf),
  };
  readFields(json, readers, { name: 'cluster/allocation/explain', locate });
  const { index, shard, primary, currentNode } = target;
  if (Object.keys(json).length === 0) return undefined;
  if (index === undefined || shard === undefined || primary === undefined) {
    const missing = Object.entries({ index, shard, primary }).filter(
      ([, one]) => one === undefined,
    );
    throw invalidRequest(missing.map(([key]) => `${key} must be specified`));
  }
  return { index, shard, primary, currentNode };
}

function firstUnassigned(state: ClusterState, sees: (index: string) => boolean): ExplainedShard {
  for (const { index, shards } of state.routing.values()) {
    if (!sees(index)) continue;
    for (const [shardId, copies] of shards.entries()) {
      const copy = copies.find((one) => one.state === 'UNASSIGNED');
      if (copy !== undefined) return { index, shardId, copy };
    }
  }
  throw nothingToExplain(describe(undefined, false));
}

function named(
  state: ClusterState,
  target: Target,
  sees: (index: string) => boolean,
  includeYes: boolean,
): ExplainedShard {
  const { index, shard: shardId, primary, currentNode } = target;
  const table = state.routing.get(index);
  if (table === undefined || !sees(index)) throw indexNotFound(index);
  const copies = table.shards[shardId];
  if (copies === undefined) {
    throw new ApiError('shard_not_found_exception', 'no such shard', {
      metadata: { index, shard: String(shardId), index_uuid: table.uuid },
    });
  }
  const nodeId = currentNode === undefined ? undefined : nodeNamed(state, currentNode);
  const matching = copies.filter(
    (copy) => copy.primary === primary && (nodeId === undefined || copy.nodeId === nodeId),
  );
  const copy = explainedOf(matching);
  if (copy === undefined) throw nothingToExplain(describe(target, includeYes));
  return { index, shardId, copy };
}

/** OpenSearch explains an unassigned replica if there is one, else one that does not move. */
function explainedOf(copies: readonly ShardCopy[]): ShardCopy | undefined {
  const inState = (state: ShardCopy['state']) => copies.find((one) => one.state === state);
  return inState('UNASSIGNED') ?? inState('STARTED') ?? copies[0];
}

function nodeNamed({ nodes }: ClusterState, name: string): string {
  const found = nodes.get(name) ?? [...nodes.values()].find((node) => node.name === name);
  if (found !== undefined) return found.id;
  throw new ApiError(
    'illegal_argument_exception',
    `failed to resolve [${name}], no matching nodes`,
  );
}

function describe(target: Target | undefined, includeYes: boolean): string {
  const which =
    target === undefined
      ? 'useAnyUnassignedShard=true'
      : `index=${target.index},shard=${target.shard},primary?=${target.primary}${target.currentNode === undefined ? '' : `,currentNode=${target.currentNode}`}`;
  return `ClusterAllocationExplainRequest[${which},includeYesDecisions?=${includeYes}`;
}

function nothingToExplain(request: string): ApiError {
  const reason = request.includes('useAny')
    ? `unable to find any unassigned shards to explain [${request}]`
    : `unable to find any shards to explain [${request}] in the routing table`;
  return new ApiError('illegal_argument_exception', reason);
}
