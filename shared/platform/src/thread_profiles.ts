/**
 * Profiles of this process's threads over some time: the processor time used, and the stacks that
 * V8's sampling profiler found.
 */
import { Session } from 'node:inspector/promises';
import { getHeapStatistics, startCpuProfile } from 'node:v8';
import { illegalArgument } from '@skein/errors';
import { type HeapSizes, heapSizes, type ThreadHeap, ThreadHeaps } from './thread_heaps.js';

export interface ThreadProfile {
  readonly name: string;
  readonly cpuMs: number;
  /** Number of samples. */
  readonly samples: number;
  /** The sampled stacks, most frequent first, without samples of an idle thread. */
  readonly stacks: readonly { readonly frames: readonly string[]; readonly samples: number }[];
}

/** A thread that can be observed from outside. */
export interface WatchedThread {
  readonly name: string;
  readonly dead: boolean;
  /** Processor time so far. */
  cpuMs(): Promise<number>;
  heap(): Promise<HeapSizes>;
  /** Starts sampling; the returned function ends it and returns the profile as JSON text. */
  sample(): Promise<() => Promise<string>>;
  /**
   * Samples the heap likewise: objects that were created during sampling and still exist, by their
   * allocating code.
   */
  sampleHeap(): Promise<() => Promise<string>>;
}

export type ProfileKind = 'cpu' | 'heap';

const MAIN_THREAD: WatchedThread = {
  name: 'main',
  dead: false,
  cpuMs: async () => totalMs(process.threadCpuUsage()),
  heap: async () => heapSizes(getHeapStatistics()),
  sample: async () => {
    const profile = startCpuProfile();
    return async () => profile.stop();
  },
  sampleHeap: async () => {
    // V8's sampler costs little and never stops the world, as a heap snapshot would.
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.startSampling');
    return async () => {
      const { profile } = await session.post('HeapProfiler.stopSampling');
      session.disconnect();
      return JSON.stringify(profile);
    };
  },
};

export class ThreadProfiler {
  readonly #threads = new Set<WatchedThread>([MAIN_THREAD]);
  /** Threads that are being recorded: V8 has one heap sampler per thread. */
  readonly #recorded = new Set<WatchedThread>();
  readonly #heaps = new ThreadHeaps();

  watch<T extends WatchedThread>(thread: T): T {
    for (const each of this.#threads) if (each.dead) this.#threads.delete(each);
    this.#threads.add(thread);
    return thread;
  }

  /**
   * Profiles all threads until `interval` resolves. A thread that does not answer in that time is
   * left out: it is blocked and uses no time.
   */
  async profile(interval: () => Promise<void>): Promise<readonly ThreadProfile[]> {
    const over = interval();
    const threads = this.#living();
    const profiles = await Promise.all(threads.map((thread) => profileOf(thread, over)));
    return profiles.flatMap((profile) => (profile === undefined ? [] : [profile]));
  }

  /** The heap of each thread; see `ThreadHeaps.measure`. */
  heaps(patience: Promise<void>): Promise<readonly ThreadHeap[]> {
    return this.#heaps.measure(this.#living(), patience);
  }

  /**
   * The whole profile of one thread, as Chrome's developer tools read it: `.cpuprofile` or
   * `.heapprofile`. `interval` resolves at its end. Rejects with illegal_argument_exception for an
   * unknown thread, or one that is being recorded.
   */
  async record(name: string, kind: ProfileKind, interval: () => Promise<void>): Promise<string> {
    const threads = this.#living();
    const thread = threads.find((each) => each.name === name);
    if (thread === undefined) {
      const names = [...new Set(threads.map((each) => each.name))].join(', ');
      throw illegalArgument(`there is no thread [${name}], only [${names}]`);
    }
    if (this.#recorded.has(thread))
      throw illegalArgument(`thread [${name}] is being recorded already`);
    this.#recorded.add(thread);
    try {
      const stop = await (kind === 'cpu' ? thread.sample() : thread.sampleHeap());
      // Sampling always ends, even when the profile is no longer wanted.
      await interval().catch(() => undefined);
      return await stop();
    } finally {
      this.#recorded.delete(thread);
    }
  }

  #living(): WatchedThread[] {
    return [...this.#threads].filter(({ dead }) => !dead);
  }
}

async function profileOf(
  thread: WatchedThread,
  over: Promise<void>,
): Promise<ThreadProfile | undefined> {
  const ended = over.then(() => undefined);
  const beginning = Promise.all([thread.cpuMs(), thread.sample()]);
  // Sampling that starts too late is ended as soon as it has started.
  const began = await Promise.race([beginning.catch(() => undefined), ended]);
  if (began === undefined) {
    beginning.then(([, stop]) => stop()).catch(() => undefined);
    return undefined;
  }
  const [before, stop] = began;
  await over;
  try {
    const [cpuMs, text] = await Promise.all([thread.cpuMs(), stop()]);
    return { name: thread.name, cpuMs: cpuMs - before, ...stacksOf(text) };
  } catch {
    // The thread has ended.
    return undefined;
  }
}

/** The format of Chrome's developer tools. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
}

/** V8's names for the time a thread was idle, and for the root of every stack. */
const NOT_AT_WORK = new Set(['(idle)', '(root)']);

export function stacksOf(text: string): Pick<ThreadProfile, 'samples' | 'stacks'> {
  // V8's profiler wrote the text.
  const { nodes, samples } = JSON.parse(text) as CpuProfile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const counts = new Map<number, number>();
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const stacks = [...counts].flatMap(([leaf, count]) => {
    const frames: string[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const frame = byId.get(id)?.callFrame;
      if (frame !== undefined && !NOT_AT_WORK.has(frame.functionName)) frames.push(nameOf(frame));
    }
    return frames.length === 0 ? [] : [{ frames, samples: count }];
  });
  stacks.sort((a, b) => b.samples - a.samples);
  return { samples: samples.length, stacks };
}

function nameOf({
  functionName,
  url,
  lineNumber,
}: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} (${url.replace(/^.*\//, '')}:${lineNumber + 1})`;
}

/** `usage`: microseconds. */
export function totalMs(usage: { readonly user: number; readonly system: number }): number {
  return (usage.user + usage.system) / 1000;
}
