import { stacksOf, ThreadProfiler } from './thread_profiles.js';

const frame = (functionName: string, url = '', lineNumber = -1) => ({
  functionName,
  url,
  lineNumber,
});

test('samples become stacks, the most frequent first, without the times of rest', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 5] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('run', 'file:///a/b.js', 4), children: [4] },
      { id: 4, callFrame: frame('', 'file:///a/c.js', 9) },
      { id: 5, callFrame: frame('(garbage collector)') },
    ],
    samples: [2, 4, 4, 5, 2, 3],
  };
  expect(stacksOf(JSON.stringify(profile))).toEqual({
    samples: 6,
    stacks: [
      { frames: ['(anonymous) (c.js:10)', 'run (b.js:5)'], samples: 2 },
      { frames: ['(garbage collector)'], samples: 1 },
      { frames: ['run (b.js:5)'], samples: 1 },
    ],
  });
});

test('the main thread at work is found there; a thread that does not answer is left out', async () => {
  const profiler = new ThreadProfiler();
  let ended = false;
  profiler.watch({
    name: 'blocked',
    dead: false,
    cpuMs: () => new Promise(() => {}),
    heap: () => new Promise(() => {}),
    sample: () => new Promise(() => {}),
    sampleHeap: () => new Promise(() => {}),
  });
  profiler.watch({
    name: 'gone',
    dead: true,
    cpuMs: () => Promise.reject(new Error('dead')),
    heap: () => Promise.reject(new Error('dead')),
    sample: () => Promise.reject(new Error('dead')),
    sampleHeap: () => Promise.reject(new Error('dead')),
  });
  const found = await profiler.profile(async () => {
    await new Promise((next) => setImmediate(next));
    // Measured by the thread's own clock: on a busy machine it may get no turn in a tenth of a
    // second.
    const before = process.threadCpuUsage();
    let sum = 0;
    while (process.threadCpuUsage(before).user < 100_000) sum += Math.sqrt(sum + 1);
    ended = sum > 0;
  });
  expect(ended).toBe(true);
  expect(found.map(({ name }) => name)).toEqual(['main']);
  expect(found[0]?.cpuMs).toBeGreaterThan(0);
  expect(found[0]?.stacks.length).toBeGreaterThan(0);
});

test.each(['cpu', 'heap'] as const)(
  'a %s profile of the main thread names who was at work',
  async (kind) => {
    const profiler = new ThreadProfiler();
    const kept: object[] = [];
    const text = await profiler.record('main', kind, async () => {
      await new Promise((next) => setImmediate(next));
      busyMaker(kept);
    });
    expect(text).toContain('busyMaker');
    expect(kept.length).toBeGreaterThan(0);
    const profile = JSON.parse(text);
    expect(Object.keys(profile)).toEqual(
      expect.arrayContaining(kind === 'cpu' ? ['nodes', 'samples'] : ['head']),
    );
  },
);

/** Allocates kept objects and uses processor time until both profilers have enough samples. */
function busyMaker(kept: object[]): void {
  const before = process.threadCpuUsage();
  while (process.threadCpuUsage(before).user < 100_000) {
    for (let i = 0; i < 1000; i++) kept.push({ at: kept.length, text: `object ${kept.length}` });
  }
}

test('a thread that is none is refused with the names of those there are, one that is recorded too', async () => {
  const profiler = new ThreadProfiler();
  await expect(profiler.record('none', 'cpu', async () => {})).rejects.toThrow(
    'there is no thread [none], only [main]',
  );
  let end = () => {};
  const first = profiler.record('main', 'heap', () => new Promise((over) => (end = over)));
  await expect(profiler.record('main', 'heap', async () => {})).rejects.toThrow('already');
  await new Promise((next) => setImmediate(next));
  end();
  expect(await first).toContain('head');
  expect(await profiler.record('main', 'heap', async () => {})).toContain('head');
});
