/**
 * The copies of a shard that a read asks, the best first. By default that is the copy expected to
 * answer first. `preference` changes this: `_local`, `_only_local`, `_prefer_nodes:`,
 * `_only_nodes:`, `_primary`, `_primary_first`, `_replica`, `_replica_first`, or a custom string,
 * which selects the same copies in the same order every time. `_shards:2,3` restricts the shards
 * and may precede another preference, separated by `|`.
 */
import { type ClusterState, isActive, murmur3, type ShardCopy } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { chosenNodes } from '../node_operations/mod.js';

const SHARDS = '_shards:';
const PREFER_NODES = '_prefer_nodes:';
const ONLY_NODES = '_only_nodes:';

interface ShardName {
  readonly index: string;
  readonly shardId: number;
}

interface ChoosingNode {
  readonly state: ClusterState;
  readonly localNodeId: string;
  /** Sorts copies, the best first. */
  readonly ranked: (copies: readonly ShardCopy[]) => readonly ShardCopy[];
}

/** The active copies of a shard; none if the index does not exist. */
export function activeCopies(
  state: ClusterState,
  { index, shardId }: ShardName,
): readonly ShardCopy[] {
  return (state.routing.get(index)?.shards[shardId] ?? []).filter(isActive);
}

/**
 * The shards that the preference selects. Throws illegal_argument_exception for an invalid
 * preference.
 */
export function preferredShards(
  shards: readonly number[],
  preference: string | undefined,
): readonly number[] {
  const { shards: wanted, choice } = splitPreference(preference);
  checkChoice(choice);
  return wanted === undefined ? shards : shards.filter((shard) => wanted.has(shard));
}

/** Throws illegal_argument_exception when none of the named nodes has a copy. */
export function preferredCopies(
  shard: ShardName,
  preference: string | undefined,
  node: ChoosingNode,
): readonly ShardCopy[] {
  const copies = activeCopies(node.state, shard);
  const { choice } = splitPreference(preference);
  if (choice === '') return node.ranked(copies);
  if (!choice.startsWith('_')) return rotated(copies, choice, shard);
  const ranked = node.ranked(copies);
  const isLocal = (copy: ShardCopy) => copy.nodeId === node.localNodeId;
  const isReplica = (copy: ShardCopy) => !copy.primary;
  switch (choice) {
    case '_local':
      return first(ranked, isLocal);
    case '_only_local':
      return ranked.filter(isLocal);
    case '_primary':
      return ranked.filter((copy) => copy.primary);
    case '_primary_first':
      return first(ranked, (copy) => copy.primary);
    case '_replica':
      return ranked.filter(isReplica);
    case '_replica_first':
      return first(ranked, isReplica);
    default:
      return ofNodes(ranked, choice, { shard, node });
  }
}

interface SplitPreference {
  readonly shards: ReadonlySet<number> | undefined;
  /** The rest of the preference, which chooses among copies. */
  readonly choice: string;
}

function splitPreference(preference = ''): SplitPreference {
  if (!preference.startsWith(SHARDS)) return { shards: undefined, choice: preference };
  const bar = preference.indexOf('|');
  const list = preference.slice(SHARDS.length, bar < 0 ? undefined : bar);
  const shards = new Set(list.split(',').map(shardNumber));
  return { shards, choice: bar < 0 ? '' : preference.slice(bar + 1) };
}

function shardNumber(text: string): number {
  if (/^\d+$/.test(text.trim())) return Number(text);
  throw new ApiError('number_format_exception', `For input string: "${text}"`);
}

const COPY_CHOICES: ReadonlySet<string> = new Set([
  '_local',
  '_only_local',
  '_primary',
  '_primary_first',
  '_replica',
  '_replica_first',
]);

function checkChoice(choice: string): void {
  const isKnown =
    !choice.startsWith('_') ||
    COPY_CHOICES.has(choice) ||
    choice.startsWith(ONLY_NODES) ||
    choice.startsWith(PREFER_NODES);
  if (isKnown) return;
  throw new ApiError('illegal_argument_exception', `no Preference for [${choice}]`);
}

function ofNodes(
  ranked: readonly ShardCopy[],
  choice: string,
  { shard, node }: { readonly shard: ShardName; readonly node: ChoosingNode },
): readonly ShardCopy[] {
  checkChoice(choice);
  const isOnly = choice.startsWith(ONLY_NODES);
  const criteria = choice.slice(isOnly ? ONLY_NODES.length : PREFER_NODES.length);
  const wanted = new Set(chosenNodes(node.state, criteria, node.localNodeId));
  const fits = (copy: ShardCopy) => copy.nodeId !== undefined && wanted.has(copy.nodeId);
  if (!isOnly) return first(ranked, fits);
  const found = ranked.filter(fits);
  if (found.length > 0 || ranked.length === 0) return found;
  const name = `[${shard.index}][${shard.shardId}]`;
  throw new ApiError(
    'illegal_argument_exception',
    `no data nodes with criteria [${criteria}] found for shard: ${name}`,
  );
}

/** The copies that fit, then the others, each in their previous order. */
function first(
  copies: readonly ShardCopy[],
  fits: (copy: ShardCopy) => boolean,
): readonly ShardCopy[] {
  return [...copies.filter(fits), ...copies.filter((copy) => !fits(copy))];
}

/**
 * Gives the same order for the same text on every node, and another for every shard, so that one
 * text does not direct all load to one node.
 */
function rotated(
  copies: readonly ShardCopy[],
  text: string,
  { shardId }: ShardName,
): readonly ShardCopy[] {
  if (copies.length < 2) return copies;
  const ordered = [...copies].sort((a, b) =>
    (a.allocationId ?? '') < (b.allocationId ?? '') ? -1 : 1,
  );
  const start = (Math.imul(31, murmur3(text)) + shardId) >>> 0;
  return ordered.map((_copy, i) => ordered[(start + i) % ordered.length] as ShardCopy);
}
