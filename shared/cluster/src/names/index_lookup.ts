/** Indices and aliases under one roof: what a name in an expression may mean. */
import type { ClusterState } from '../state/cluster_state.js';
import { type IndexMetadata, isHidden } from '../state/index_metadata.js';

export type NamedTarget =
  | {
      readonly kind: 'index';
      readonly name: string;
      readonly hidden: boolean;
      readonly indices: readonly [IndexMetadata];
    }
  | {
      readonly kind: 'alias';
      readonly name: string;
      readonly hidden: boolean;
      readonly indices: readonly IndexMetadata[];
    };

export type IndexLookup = ReadonlyMap<string, NamedTarget>;

/** One per map of indices: states share the map unless an index changed. */
const lookups = new WeakMap<ReadonlyMap<string, IndexMetadata>, IndexLookup>();

/** Everything that has a name, in name order. */
export function indexLookup(state: ClusterState): IndexLookup {
  const { indices } = state.metadata;
  const known = lookups.get(indices);
  if (known) return known;
  const built = buildLookup(indices);
  lookups.set(indices, built);
  return built;
}

function buildLookup(indices: ReadonlyMap<string, IndexMetadata>): IndexLookup {
  const targets = new Map<string, NamedTarget>();
  const aliases = new Map<string, { hidden: boolean; indices: IndexMetadata[] }>();
  for (const index of indices.values()) {
    targets.set(index.name, {
      kind: 'index',
      name: index.name,
      hidden: isHidden(index),
      indices: [index],
    });
    for (const alias of index.aliases.values()) {
      const entry = aliases.get(alias.name) ?? { hidden: false, indices: [] };
      entry.hidden ||= alias.isHidden === true;
      entry.indices.push(index);
      aliases.set(alias.name, entry);
    }
  }
  for (const [name, { hidden, indices: members }] of aliases) {
    members.sort((a, b) => (a.name < b.name ? -1 : 1));
    targets.set(name, { kind: 'alias', name, hidden, indices: members });
  }
  return new Map([...targets].sort(([a], [b]) => (a < b ? -1 : 1)));
}
