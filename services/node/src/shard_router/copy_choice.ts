/**
 * The copies of a shard that a read asks, the best first. By default that is the copy expected to
 * answer first. `preference` changes this: `_local`, `_only_local`, `_prefer_nodes:`,
 * `_only_nodes:`, `_primary`, `_primary_first`, `_replica`, `_replica_first`, or a custom string,
 * which selects the same copies in the same order every time. `_shards:2,3` restricts the shards
 * and may precede another preference, separated by `|`.
 */
import { commaValues } from '@skein/base';
import {
  type ClusterState,
  isActive,
  murmur3,
  relocationTarget,
  type ShardCopy,
} from '@skein/cluster';
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
 * The copies of a shard that are initializing by `state`, among them the targets of relocations. A
 * later state may already have them active, and its node may have told the former copy to close.
 */
function arrivingCopies(state: ClusterState, { index, shardId }: ShardName): readonly ShardCopy[] {
  const copies = state.routing.get(index)?.shards[shardId] ?? [];
  return copies.flatMap((copy) => {
    if (copy.state === 'INITIALIZING') return [copy];
    const target = relocationTarget(copy);
    return target === undefined ? [] : [{ ...target, primary: copy.primary }];
  });
}

/** True if a copy of the shard may answer: one that is active or arriving. */
export function isReadableShard(state: ClusterState, shard: ShardName): boolean {
  return activeCopies(state, shard).length > 0 || arrivingCopies(state, shard).length > 0;
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

/**
 * The active copies that the preference selects, in its order, then the arriving ones. Throws
 * illegal_argument_exception when none of the named nodes has a copy.
 */
export function preferredCopies(
  shard: ShardName,
  preference: string | undefined,
  node: ChoosingNode,
): readonly ShardCopy[] {
  const active = activeCopies(node.state, shard);
  const arriving = arrivingCopies(node.state, shard);
  const { choice } = splitPreference(preference);
  if (choice === '') return [...node.ranked(active), ...arriving];
  if (!choice.startsWith('_')) return [...rotated(active, choice, shard), ...arriving];
  const { fits, isOnly } = wishOf(choice, node);
  const ranked = node.ranked(active);
  if (!isOnly) return [...first(ranked, fits), ...arriving];
  const found = [...ranked, ...arriving].filter(fits);
  if (found.length === 0 && ranked.length > 0 && choice.startsWith(ONLY_NODES)) {
    throw noSuchNodes(shard, choice);
  }
  return found;
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
  const shards = new Set(commaValues(list).map(shardNumber));
  return { shards, choice: bar < 0 ? '' : preference.slice(bar + 1) };
}

function shardNumber(text: string): number {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  // A 32-bit integer, as in OpenSearch.
  if (number >= -(2 ** 31) && number < 2 ** 31) return number;
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

/** The copies that a choice prefers; if `isOnly`, it excludes the others. */
interface Wish {
  readonly fits: (copy: ShardCopy) => boolean;
  readonly isOnly: boolean;
}

function wishOf(choice: string, node: ChoosingNode): Wish {
  const isLocal = (copy: ShardCopy) => copy.nodeId === node.localNodeId;
  const isPrimary = (copy: ShardCopy) => copy.primary;
  const isReplica = (copy: ShardCopy) => !copy.primary;
  switch (choice) {
    case '_local':
      return { fits: isLocal, isOnly: false };
    case '_only_local':
      return { fits: isLocal, isOnly: true };
    case '_primary':
      return { fits: isPrimary, isOnly: true };
    case '_primary_first':
      return { fits: isPrimary, isOnly: false };
    case '_replica':
      return { fits: isReplica, isOnly: true };
    case '_replica_first':
      return { fits: isReplica, isOnly: false };
    default:
      return ofNodes(choice, node);
  }
}

function ofNodes(choice: string, { state, localNodeId }: ChoosingNode): Wish {
  checkChoice(choice);
  const criteria = criteriaOf(choice);
  // Elsewhere a filter without any word means all nodes. OpenSearch finds none by it here.
  const isNamed = commaValues(criteria).some((word) => word.trim() !== '');
  const wanted = new Set(isNamed ? chosenNodes(state, criteria, localNodeId) : []);
  const fits = ({ nodeId }: ShardCopy) => nodeId !== undefined && wanted.has(nodeId);
  return { fits, isOnly: choice.startsWith(ONLY_NODES) };
}

/** The nodes that `_only_nodes:` or `_prefer_nodes:` names. */
function criteriaOf(choice: string): string {
  return choice.slice(choice.indexOf(':') + 1);
}

function noSuchNodes({ index, shardId }: ShardName, choice: string): ApiError {
  const name = `[${index}][${shardId}]`;
  return new ApiError(
    'illegal_argument_exception',
    `no data nodes with criteria [${criteriaOf(choice)}] found for shard: ${name}`,
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
  const start = ((Math.imul(31, murmur3(text)) + shardId) >>> 0) % ordered.length;
  return [...ordered.slice(start), ...ordered.slice(0, start)];
}
