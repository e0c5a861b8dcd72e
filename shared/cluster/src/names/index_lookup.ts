/**
 * Indices, aliases and data streams in one table: everything that a name in an expression may mean.
 */
import type { ClusterState } from '../state/cluster_state.js';
import type { DataStream } from '../state/data_stream.js';
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
    }
  | {
      readonly kind: 'data_stream';
      readonly name: string;
      readonly hidden: boolean;
      readonly stream: DataStream;
      /** The visible backing indices, the oldest first. */
      readonly indices: readonly IndexMetadata[];
    };

export type IndexLookup = ReadonlyMap<string, NamedTarget>;

type Indices = ReadonlyMap<string, IndexMetadata>;
type Streams = ReadonlyMap<string, DataStream>;

interface Built {
  readonly streams: Streams;
  readonly lookup: IndexLookup;
}

/** A lookup table per map of indices; states share the map unless an index changed. */
const lookups = new WeakMap<Indices, Built>();

/** All named targets, in name order. */
export function indexLookup(state: ClusterState): IndexLookup {
  const { indices, dataStreams: streams } = state.metadata;
  const known = lookups.get(indices);
  if (known?.streams === streams) return known.lookup;
  const built = { streams, lookup: buildLookup(indices, streams) };
  lookups.set(indices, built);
  return built.lookup;
}

function buildLookup(indices: Indices, streams: Streams): IndexLookup {
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
  for (const stream of streams.values()) {
    const members = stream.indices.flatMap((name) => indices.get(name) ?? []);
    if (members.length === 0) continue;
    const { name, isHidden: hidden } = stream;
    targets.set(name, { kind: 'data_stream', name, hidden, stream, indices: members });
  }
  return new Map([...targets].sort(([a], [b]) => (a < b ? -1 : 1)));
}
