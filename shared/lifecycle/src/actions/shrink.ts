/**
 * Copies the documents of the index to an index with another name and fewer shards:
 *
 *     writes blocked, one copy of each shard on one node -> all of them there -> the new index ->
 *     its primaries active -> aliases
 */
import {
  type AliasDefinition,
  type IndexRouting,
  isActive,
  type LifecycleEffect,
  streamOf,
} from '@skein/cluster';
import { memoOf } from '../advance.js';
import { type Facts, sum } from '../facts.js';
import type { Action, Outcome } from '../policy.js';
import { withSettings } from './with_settings.js';

export interface ShrinkOptions {
  readonly size:
    | { readonly by: 'shards'; readonly count: number }
    | { readonly by: 'max_shard_size'; readonly bytes: number }
    | { readonly by: 'percentage'; readonly share: number };
  /** Builds the name of the new index. */
  readonly nameOf: (index: string, uuid: string) => string;
  readonly aliases: readonly AliasDefinition[];
  /** If true, the aliases of the index move to the new one. */
  readonly movesAliases: boolean;
  /**
   * If true, the index is deleted, and the new one continues in the policy under the old one's
   * aliases and name.
   */
  readonly takesPlace: boolean;
  /** If true, the index may be shrunk even without another copy in the meantime. */
  readonly isUnsafeAllowed: boolean;
}

export function shrink(options: ShrinkOptions): Pick<Action, 'asksPrimaries' | 'next'> {
  return { asksPrimaries: true, next: (facts) => nextOf(options, facts) };
}

function nextOf(options: ShrinkOptions, facts: Facts): Outcome {
  const { target, node } = memoOf(facts);
  if (typeof target !== 'string' || typeof node !== 'string') return beginning(options, facts);
  const { state, index } = facts;
  const made = state.routing.get(target);
  if (made !== undefined) return finishing(options, facts, target, made);
  if (!isGathered(state.routing.get(index.name), node)) {
    return { kind: 'wait', message: `Waiting for a copy of each shard on node [${node}]` };
  }
  return resizing(options, facts, target);
}

function beginning(options: ShrinkOptions, facts: Facts): Outcome {
  const { index, primaries, state } = facts;
  const { name, uuid, numberOfShards, numberOfReplicas } = index;
  if (numberOfShards === 1) {
    return { kind: 'done', message: 'Shrink action was skipped: the index has one shard' };
  }
  if (primaries === undefined) return { kind: 'wait', message: 'Waiting for the sizes of shards' };
  if (numberOfReplicas === 0 && !options.isUnsafeAllowed) {
    return {
      kind: 'fail',
      message: 'Shrink failed because index has no replicas and force_unsafe is not set to true.',
    };
  }
  const count = wantedShards(options, facts);
  if (count === numberOfShards) {
    return { kind: 'done', message: `Shrink action was skipped: ${count} shards are wanted` };
  }
  const node = nodeOf(facts);
  if (node === undefined) return { kind: 'wait', message: 'Waiting for an active copy of a shard' };
  const target = options.nameOf(name, uuid);
  if (state.metadata.indices.has(target)) {
    return { kind: 'fail', message: `Shrink failed because the target index [${target}] exists` };
  }
  const nodeName = state.nodes.get(node)?.name ?? '';
  const settings = [
    ['index.blocks.write', 'true'],
    ['index.routing.allocation.require._name', nodeName],
  ] as const;
  return {
    kind: 'part',
    message: `Moving a copy of each shard to node [${nodeName}]`,
    effects: [withSettings(name, settings)],
    memo: { target, node, shards: count },
  };
}

/**
 * The number of shards, which divides the index's number. For a size it is the smallest with shards
 * that are not too large; otherwise it is the largest that is not beyond the requested one.
 */
function wantedShards({ size }: ShrinkOptions, { index, primaries = [] }: Facts): number {
  const { numberOfShards } = index;
  const divisors = Array.from({ length: numberOfShards }, (_, i) => i + 1).filter(
    (count) => numberOfShards % count === 0,
  );
  if (size.by === 'max_shard_size') {
    const least = Math.ceil(sum(primaries, ({ bytes }) => bytes) / size.bytes);
    return divisors.find((count) => count >= least) ?? numberOfShards;
  }
  const most =
    size.by === 'shards' ? size.count : Math.max(1, Math.floor(numberOfShards * size.share));
  return divisors.findLast((count) => count <= most) ?? 1;
}

/** The node that holds most of the index, so that the fewest copies move. */
function nodeOf({ state, index }: Facts): string | undefined {
  const shards = state.routing.get(index.name)?.shards ?? [];
  const held = new Map<string, number>();
  for (const copy of shards.flat()) {
    if (copy.nodeId === undefined || !isActive(copy)) continue;
    held.set(copy.nodeId, (held.get(copy.nodeId) ?? 0) + 1);
  }
  const counts = [...held].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return counts[0]?.[0];
}

function isGathered(table: IndexRouting | undefined, node: string): boolean {
  if (table === undefined) return false;
  return table.shards.every((copies) =>
    copies.some((copy) => copy.nodeId === node && copy.state === 'STARTED'),
  );
}

function resizing({ takesPlace }: ShrinkOptions, facts: Facts, target: string): Outcome {
  const { index } = facts;
  const { shards = 1 } = memoOf(facts);
  const replicas = String(index.numberOfReplicas);
  const request = {
    kind: 'shrink',
    source: index.name,
    name: target,
    providedName: target,
    settings: new Map<string, string | null>([
      ['index.number_of_shards', String(shards)],
      ['index.blocks.write', null],
      ['index.routing.allocation.require._name', null],
      // Otherwise the new index has as many replicas as any new index: they are not inherited.
      ...(takesPlace ? ([['index.number_of_replicas', replicas]] as const) : []),
    ]),
    aliases: [],
  } as const;
  return {
    kind: 'part',
    message: `Shrinking to index [${target}]`,
    effects: [{ command: 'resize_index', request }],
    memo: memoOf(facts),
  };
}

function finishing(
  options: ShrinkOptions,
  facts: Facts,
  target: string,
  made: IndexRouting,
): Outcome {
  const { index } = facts;
  const isWhole = made.shards.every((copies) =>
    copies.some((copy) => copy.primary && copy.state === 'STARTED'),
  );
  if (!isWhole) return { kind: 'wait', message: `Waiting for the shards of index [${target}]` };
  const released = withSettings(index.name, [['index.routing.allocation.require._name', null]]);
  const effects = [
    ...aliasEffects(options, facts, target),
    ...placeEffects(options, facts, target),
  ];
  return {
    kind: 'done',
    message: `Successfully shrunk index [${index.name}] to [${target}]`,
    effects: options.takesPlace ? effects : [...effects, released],
    ...(options.takesPlace ? { onto: target } : {}),
  };
}

function aliasEffects(
  { aliases, movesAliases }: ShrinkOptions,
  { index }: Facts,
  target: string,
): LifecycleEffect[] {
  const moved = movesAliases ? [...index.aliases.values()] : [];
  const added = [...aliases, ...moved.map(({ name: alias, ...rest }) => ({ ...rest, alias }))];
  if (added.length === 0) return [];
  const adding = added.map((one) => ({ ...one, kind: 'add' as const, indices: [target] }));
  const removing = moved.map(({ name }) => ({
    kind: 'remove' as const,
    indices: [index.name],
    aliases: [name],
  }));
  return [{ command: 'update_aliases', request: { actions: [...removing, ...adding] } }];
}

/** The new index replaces the deleted one, in a data stream or by itself. */
function placeEffects(
  { takesPlace }: ShrinkOptions,
  { state, index }: Facts,
  target: string,
): LifecycleEffect[] {
  if (!takesPlace) return [];
  const stream = streamOf(state, index.name)?.name;
  const deleting: LifecycleEffect = {
    command: 'delete_index',
    request: { indices: [index.name] },
  };
  if (stream === undefined) return [deleting];
  const actions = [{ kind: 'add_backing_index', stream, index: target }] as const;
  return [{ command: 'modify_data_streams', request: { actions } }, deleting];
}
