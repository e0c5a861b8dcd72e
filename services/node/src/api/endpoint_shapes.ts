/**
 * The shapes of endpoints, by the place where the work is done: see the table "Shapes of endpoints"
 * in docs/ARCHITECTURE.md. An endpoint receives the actors of its shape and no others.
 */
import type { Actors } from '../actors.js';

/** The actors of every shape: cluster state, rights on resolved names, tasks, this node. */
type Common = 'masterService' | 'security' | 'tasks' | 'nodeOperations';
export type CommonActors = Pick<Actors, Common>;

export interface ShapeActors {
  /** The node that was asked: from its cluster state, its threads and repositories. */
  readonly local: Pick<
    Actors,
    Common | 'allocation' | 'metrics' | 'pipelineRunner' | 'shardHost' | 'snapshots'
  >;
  /** A command of the elected master, after this node has checked what it can. */
  readonly master: Pick<
    Actors,
    | Common
    | 'allocation'
    | 'pipelineRunner'
    | 'shardHost'
    | 'shardRouter'
    | 'snapshotPolicies'
    | 'snapshots'
    | 'transforms'
  >;
  /** The primaries of the shards that the documents belong to. */
  readonly document: Pick<Actors, Common | 'documentRouter' | 'bulkByScroll'>;
  /** Every shard of some indices. */
  readonly shards: Pick<Actors, Common | 'nodeLinks' | 'searchCoordinator' | 'shardRouter'>;
  /** Every node. */
  readonly nodes: Pick<
    Actors,
    Common | 'allocation' | 'asyncSearches' | 'bulkByScroll' | 'secureSettings' | 'shardRouter'
  >;
  /** The search coordinator. */
  readonly search: Pick<
    Actors,
    Common | 'asyncSearches' | 'searchCoordinator' | 'shardHost' | 'transforms'
  >;
}

export type EndpointShape = keyof ShapeActors;
