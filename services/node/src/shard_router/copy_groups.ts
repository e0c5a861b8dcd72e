/** An operation over all copies of shards: the copies to ask, and their outcomes. Pure. */
import { assignedCopies, type IndexRouting, isActive, type ShardCopy } from '@skein/cluster';
import { toPlainError } from '@skein/errors';
import type { CopyCalls } from '@skein/shard';
import { type BroadcastCall, notAvailable, type ShardOutcome } from '../shard_host/mod.js';
import type { CopyOutcome, CopyTarget } from './contract.js';
import type { CopyAddress } from './shard_calls.js';

export interface NodeGroup {
  readonly targets: CopyTarget[];
  readonly addresses: CopyAddress[];
}

export type Outcome = ShardOutcome<CopyCalls[BroadcastCall]['reply']>;

/** The copies to ask. `replicas` includes initializing copies, `arriving` are only those. */
type CopyKind = 'all' | 'primaries' | 'replicas' | 'arriving';

function copiesToAsk(copies: readonly ShardCopy[], kind: CopyKind): readonly ShardCopy[] {
  switch (kind) {
    case 'all':
      return copies.filter(isActive);
    case 'primaries':
      return copies.filter((copy) => copy.primary && isActive(copy));
    case 'replicas':
      return assignedCopies(copies).filter((copy) => !copy.primary);
    case 'arriving':
      return assignedCopies(copies).filter((copy) => !isActive(copy));
  }
}

/** Groups the copies to ask by node, and counts the copies that should exist. */
export function byNode(tables: readonly IndexRouting[], kind: CopyKind, onlyShard?: number) {
  const groups = new Map<string, NodeGroup>();
  let total = 0;
  for (const { index, uuid: indexUuid, shards } of tables) {
    shards.forEach((all, shardId) => {
      if (onlyShard !== undefined && shardId !== onlyShard) return;
      total += kind === 'primaries' ? all.filter(({ primary }) => primary).length : all.length;
      for (const { nodeId, primary } of copiesToAsk(all, kind)) {
        if (nodeId === undefined) continue;
        const group = groups.get(nodeId) ?? { targets: [], addresses: [] };
        groups.set(nodeId, group);
        group.targets.push({ index, shardId, nodeId, primary });
        group.addresses.push({ indexUuid, shardId });
      }
    });
  }
  return { total, groups };
}

const GONE: ReadonlySet<string> = new Set([
  'no_shard_available_action_exception',
  'shard_not_found_exception',
]);

/** Joins the outcomes of one node, which are in the order of its targets, with the targets. */
export function placed(
  targets: readonly CopyTarget[],
  outcomes: readonly Outcome[],
): readonly CopyOutcome<unknown>[] {
  return targets.map((target, i): CopyOutcome<unknown> => {
    const outcome = outcomes[i];
    if (outcome?.ok) return { target, ok: true, reply: outcome.reply };
    const error = outcome?.error ?? toPlainError(notAvailable(target.index, target.shardId));
    return { target, ok: false, error };
  });
}

/** False if the copy has disappeared in the meantime: it is missing, which is not a failure. */
export function isThere(outcome: CopyOutcome<unknown>): boolean {
  return outcome.ok || !GONE.has(outcome.error.type);
}

/** Sorts by index in the order asked, then shard, the primary first. */
export function inOrder(
  outcomes: readonly CopyOutcome<unknown>[],
  indices: readonly string[],
): readonly CopyOutcome<unknown>[] {
  const place = new Map(indices.map((name, i) => [name, i]));
  const placeOf = ({ target }: CopyOutcome<unknown>) => place.get(target.index) ?? 0;
  return [...outcomes].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      a.target.shardId - b.target.shardId ||
      Number(b.target.primary) - Number(a.target.primary),
  );
}
