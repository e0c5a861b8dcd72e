/**
 * The requests that shrink, split or clone an index. The source is blocked for writes meanwhile.
 * Before a shrink, a copy of each of its shards is moved to one node. Afterwards its settings are
 * restored.
 */
import type { Question } from '../api/question.js';
import type { Json, JsonObject } from '../json/exact_json.js';

export const RESIZE_KINDS = ['shrink', 'split', 'clone'] as const;
export type ResizeKind = (typeof RESIZE_KINDS)[number];

interface ResizeWish {
  readonly kind: ResizeKind;
  readonly source: string;
  readonly target: string;
  readonly shards: number;
  /**
   * The node to which the source's shards are moved before a shrink; undefined if they are on one
   * node already.
   */
  readonly node: string | undefined;
  /** The source's value of `index.blocks.write` before the steps. */
  readonly blocksWrite: Json;
}

const GATHERED = 'index.routing.allocation.require._name';

export function resizeSteps(wish: ResizeWish): readonly Question[] {
  const { kind, source, target, shards, node, blocksWrite } = wish;
  const gathers = kind === 'shrink' && node !== undefined;
  const path = `/${encodeURIComponent(source)}`;
  const settings = (body: JsonObject): Question => ({
    method: 'PUT',
    path: `${path}/_settings`,
    body,
  });
  const waiting = `/_cluster/health${path}?wait_for_no_relocating_shards=true&timeout=60s`;
  return [
    settings({ 'index.blocks.write': true, ...(gathers ? { [GATHERED]: node } : {}) }),
    ...(gathers ? [{ path: waiting }] : []),
    {
      method: 'PUT',
      path: `${path}/_${kind}/${encodeURIComponent(target)}`,
      body: {
        settings: {
          ...(kind === 'clone' ? {} : { 'index.number_of_shards': shards }),
          'index.blocks.write': null,
          ...(gathers ? { [GATHERED]: null } : {}),
        },
      },
    },
    restoredSettings({ source, gathers, blocksWrite }),
  ];
}

/** The request that restores the source's settings. It is sent even when an earlier step failed. */
export function restoredSettings({
  source,
  gathers,
  blocksWrite,
}: Pick<ResizeWish, 'source' | 'blocksWrite'> & { readonly gathers: boolean }): Question {
  return {
    method: 'PUT',
    path: `/${encodeURIComponent(source)}/_settings`,
    body: { 'index.blocks.write': blocksWrite, ...(gathers ? { [GATHERED]: null } : {}) },
  };
}

/**
 * The node with the most copies, so that the fewest are moved; undefined if all are on one node.
 */
export function gatheringNode(
  shards: readonly { readonly node: string | null }[],
): string | undefined {
  const byNode = Map.groupBy(
    // A copy that moves is written as `from -> address id to`.
    shards.flatMap(({ node }) => node?.split(' -> ')[0] ?? []),
    (node) => node,
  );
  if (byNode.size < 2) return undefined;
  const sorted = [...byNode].sort(([, a], [, b]) => b.length - a.length);
  return sorted[0]?.[0];
}
