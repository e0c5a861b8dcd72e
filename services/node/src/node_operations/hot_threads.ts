/** The busiest threads of a node with their stacks, as readable text: `_nodes/hot_threads`. */
import type { Clock, Timers } from '@skein/base';
import type { ThreadProfile, ThreadProfiler } from '@skein/platform';
import type { NodeFacts } from './node_facts.js';
import { shownRoles } from './roles.js';

/** Letters of roles, as in `_cat/nodes`. */
const LETTERS: Readonly<Record<string, string>> = {
  cluster_manager: 'm',
  data: 'd',
  ingest: 'i',
  remote_cluster_client: 'r',
};

export interface HotThreadsOptions {
  readonly intervalMs: number;
  /** Limit of listed threads. */
  readonly threads: number;
  readonly ignoreIdle: boolean;
}

export interface HotThreadsParts {
  readonly facts: NodeFacts;
  readonly profiler: Pick<ThreadProfiler, 'profile' | 'record'>;
  readonly clock: Clock;
  readonly timers: Timers;
}

export async function hotThreads(
  { facts, profiler, clock, timers }: HotThreadsParts,
  options: HotThreadsOptions,
): Promise<string> {
  const { intervalMs, threads, ignoreIdle } = options;
  const profiles = await profiler.profile(
    () => new Promise((over) => void timers.after(intervalMs, over)),
  );
  const busiest = profiles
    .filter(({ stacks, cpuMs }) => !ignoreIdle || (stacks.length > 0 && cpuMs > 0))
    .sort((a, b) => b.cpuMs - a.cpuMs)
    .slice(0, threads);
  const at = new Date(clock.nowMs()).toISOString();
  return [
    `::: ${heading(facts)}`,
    `   Hot threads at ${at}, interval=${intervalMs}ms, busiestThreads=${threads}, ignoreIdleThreads=${ignoreIdle}:`,
    ...busiest.flatMap((profile) => linesOf(profile, facts.name, intervalMs)),
    '',
    '',
  ].join('\n');
}

function heading({ name, id, ephemeralId, host, transportAddress, roles, attributes }: NodeFacts) {
  const letters = shownRoles(roles).map((role) => LETTERS[role] ?? '');
  const extra = [...attributes].map(([key, value]) => `${key}=${value}`).join(', ');
  const words = [name, id, ephemeralId, host, transportAddress, letters.sort().join('')];
  return [...words, ...(extra === '' ? [] : [extra])].map((word) => `{${word}}`).join('');
}

function linesOf({ name, cpuMs, samples, stacks }: ThreadProfile, node: string, ms: number) {
  const percent = ((100 * cpuMs) / ms).toFixed(1);
  const [most] = stacks;
  return [
    '   ',
    `   ${percent}% (${cpuMs.toFixed(1)}ms out of ${ms}ms) cpu usage by thread '${node}[${name}]'`,
    ...(most === undefined
      ? []
      : [
          `     ${most.samples}/${samples} snapshots sharing following ${most.frames.length} elements`,
          ...most.frames.map((frame) => `       ${frame}`),
        ]),
  ];
}
