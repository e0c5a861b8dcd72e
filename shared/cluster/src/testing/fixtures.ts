/** Fixtures of this package's tests: a seeded environment and a one-node state. */
import { AssertionError, expectDefined, type Random } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CommandEnvironment } from '../commands/command_type.js';
import type { CommandName, CommandRequest } from '../commands/registry.js';
import { runCommand } from '../run_command.js';
import { type ClusterNode, type ClusterState, emptyState } from '../state/cluster_state.js';
import type { ComposableTemplate } from '../state/composable_template.js';
import type { IndexMetadata } from '../state/index_metadata.js';

/** A small generator (mulberry32): the same seed gives the same bytes. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
  };
}

export function environment(seed = 1): CommandEnvironment {
  return { nowMs: 1_700_000_000_000, random: seededRandom(seed), indexVersion: '136407927' };
}

export const NODE: ClusterNode = {
  id: 'node-1',
  ephemeralId: 'ephemeral-1',
  name: 'one',
  host: '127.0.0.1',
  transportAddress: '127.0.0.1:9300',
  httpAddress: '127.0.0.1:9200',
  roles: ['master', 'data', 'ingest'],
  attributes: new Map([['zone', 'a']]),
  version: '0.1.0',
};

export function oneNodeState(env: CommandEnvironment): ClusterState {
  return runCommand(
    emptyState('test', 'cluster-uuid'),
    'join_node',
    { node: NODE, becomesMaster: true },
    env,
  );
}

export function createRequest(
  name: string,
  settings: Readonly<Record<string, string>> = {},
  more: Partial<CommandRequest<'create_index'>> = {},
): CommandRequest<'create_index'> {
  return {
    name,
    providedName: name,
    settings: new Map(Object.entries(settings)),
    mapping: {},
    aliases: [],
    cause: 'api',
    ...more,
  };
}

/** A composable template for `NAME-*`. */
export const composable = (
  name: string,
  more: Partial<ComposableTemplate> = {},
): ComposableTemplate => ({
  name,
  patterns: [`${name}-*`],
  template: undefined,
  composedOf: undefined,
  priority: undefined,
  version: undefined,
  meta: undefined,
  dataStream: undefined,
  ...more,
});

/** Runs commands one after the other. */
export class Scene {
  state: ClusterState;
  readonly env: CommandEnvironment;

  constructor(seed = 1) {
    this.env = environment(seed);
    this.state = oneNodeState(this.env);
  }

  run<Name extends CommandName>(name: Name, request: CommandRequest<Name>): this {
    this.state = runCommand(this.state, name, request, this.env);
    return this;
  }

  /** Reports every initializing copy as started. */
  startAll(): this {
    for (const table of this.state.routing.values()) {
      table.shards.forEach((copies, shardId) => {
        for (const copy of copies) {
          if (copy.state !== 'INITIALIZING' || copy.allocationId === undefined) continue;
          const { index, uuid: indexUuid } = table;
          this.run('shard_started', { index, indexUuid, shardId, allocationId: copy.allocationId });
        }
      });
    }
    return this;
  }

  index(name: string): IndexMetadata {
    return expectDefined(this.state.metadata.indices.get(name), `no index ${name}`);
  }
}

/**
 * Type, reason and status of the ApiError that `run` must throw; any other fault passes through.
 */
export function refusal(run: () => unknown): Pick<ApiError, 'type' | 'reason' | 'status'> {
  let outcome: unknown;
  try {
    outcome = run();
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const { type, reason, status } = thrown;
    return { type, reason, status };
  }
  throw new AssertionError(`not refused: ${String(outcome)}`);
}
