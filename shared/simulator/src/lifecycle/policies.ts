/**
 * The policy of a simulated day: indices roll over every half hour, are blocked and merged, and are
 * deleted after some hours. It is written in both languages (ILM and ISM).
 */
import type { LifecycleDialect } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { SeededRandom } from '../seeded_random.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const ROLLOVER_MS = 30 * MINUTE_MS;

export interface DayPolicy {
  readonly dialect: LifecycleDialect;
  readonly source: JsonObject;
  readonly settings: ReadonlyMap<string, string>;
  /** Milliseconds that an index is kept after its rollover. */
  readonly keptMs: number;
}

export function dayPolicy(random: SeededRandom): DayPolicy {
  const hours = random.pick([2, 4, 6]);
  const keptMs = hours * HOUR_MS;
  return random.chance(0.5) ? phased(hours, keptMs) : stated(hours, keptMs);
}

function phased(hours: number, keptMs: number): DayPolicy {
  const phases = {
    hot: { actions: { rollover: { max_age: '30m' } } },
    warm: { min_age: '10m', actions: { readonly: {}, forcemerge: { max_num_segments: 1 } } },
    delete: { min_age: `${hours}h`, actions: { delete: {} } },
  };
  const settings = new Map([['index.lifecycle.name', 'day']]);
  return { dialect: 'ilm', source: { phases }, settings, keptMs };
}

function stated(hours: number, keptMs: number): DayPolicy {
  const after = (min_rollover_age: string) => ({ conditions: { min_rollover_age } });
  const states = [
    {
      name: 'hot',
      actions: [{ rollover: { min_index_age: '30m' } }],
      transitions: [{ state_name: 'warm', ...after('10m') }],
    },
    {
      name: 'warm',
      actions: [{ read_only: {} }, { force_merge: { max_num_segments: 1 } }],
      transitions: [{ state_name: 'delete', ...after(`${hours}h`) }],
    },
    { name: 'delete', actions: [{ delete: {} }], transitions: [] },
  ];
  const source = { description: 'a day', default_state: 'hot', states };
  const settings = new Map([['index.plugins.index_state_management.policy_id', 'day']]);
  return { dialect: 'ism', source, settings, keptMs };
}
