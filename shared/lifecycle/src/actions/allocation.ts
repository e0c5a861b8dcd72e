/** Sets the nodes, by their attributes, that may hold copies of the index. */
import type { Facts } from '../facts.js';
import type { Action, Outcome } from '../policy.js';
import { withSettings } from './with_settings.js';

export interface AllocationOptions {
  readonly rules: readonly {
    readonly kind: 'exclude' | 'include' | 'require';
    readonly attribute: string;
    readonly value: string;
  }[];
  readonly replicas: number | undefined;
  /** The maximum number of shards of the index on one node; -1: no limit. */
  readonly shardsPerNode?: number | undefined;
  /** If true, the action is complete when all copies have moved. */
  readonly waits: boolean;
}

export function allocation(options: AllocationOptions): Pick<Action, 'asksPrimaries' | 'next'> {
  return { asksPrimaries: false, next: (facts) => nextOf(options, facts) };
}

function nextOf(options: AllocationOptions, facts: Facts): Outcome {
  const { index, managed } = facts;
  const { rules, replicas, shardsPerNode, waits } = options;
  const settings: (readonly [string, string])[] = rules.map(
    ({ kind, attribute, value }) =>
      [`index.routing.allocation.${kind}.${attribute}`, value] as const,
  );
  if (replicas !== undefined) settings.push(['index.number_of_replicas', String(replicas)]);
  if (shardsPerNode !== undefined) {
    settings.push(['index.routing.allocation.total_shards_per_node', String(shardsPerNode)]);
  }
  const effects = [withSettings(index.name, settings)];
  const message = `Successfully set the allocation settings [index=${index.name}]`;
  if (!waits) return { kind: 'done', message, effects };
  if (managed.memo === undefined) {
    return {
      kind: 'part',
      message: 'Waiting for copies to be moved',
      effects,
      memo: { asked: true },
    };
  }
  if (isMoving(facts)) return { kind: 'wait', message: 'Waiting for copies to be moved' };
  return { kind: 'done', message };
}

function isMoving({ state, index }: Facts): boolean {
  const shards = state.routing.get(index.name)?.shards ?? [];
  return shards.flat().some((copy) => copy.state !== 'STARTED' || copy.relocation !== undefined);
}
