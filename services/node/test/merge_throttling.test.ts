/**
 * Merges in a thread of their own, as a node runs them: a running merge obeys a changed rate limit
 * at once.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FsDirectory, systemTimers, WorkerThread } from '@skein/platform';
import { IndexWriter, MergeControl, type MergeJob } from '@skein/search_library';
import { testMemory } from '../src/shard_host/testing/test_memory.js';
import { MergeThreads } from '../src/shard_host/threads/merge_threads.js';
import type { MergeThreadCalls } from '../src/shard_host/threads/thread_calls.js';
import { eventually } from './test_cluster.js';

const ENTRY = pathToFileURL(join(__dirname, '../dist/process/merge_worker.js'));
const DOCS = 2000;
/** The rate limit in bytes per second, at which the merge would take hours. */
const CRAWL = 1024;

let folder: string;
let threads: MergeThreads;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-merge-'));
  threads = new MergeThreads({
    spawner: {
      mergeThread: (name, data, onDeath) =>
        new WorkerThread<MergeThreadCalls>({ entry: ENTRY, name, data, handlers: {}, onDeath }),
    },
    maxThreads: 2,
    timers: systemTimers,
    memory: testMemory(),
    kind: 'merge',
  });
});
afterAll(async () => {
  await threads.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an index of two segments, and a merge of them that has not begun. */
function indexToMerge(name: string) {
  const path = join(folder, name);
  mkdirSync(path);
  const writer = IndexWriter.open(new FsDirectory(path), {});
  for (let doc = 0; doc < DOCS; doc++) {
    // Numbers that do not compress below the amount that the rate limit lets through at once.
    const text = Array.from({ length: 64 }, (_, i) => Math.imul(doc * 64 + i, 0x9e3779b1) >>> 0);
    const source = new TextEncoder().encode(JSON.stringify({ text: text.join(' ') }));
    const stored = { id: `${doc}`, routing: undefined, source, fields: undefined };
    const document = { fields: [], nested: [], stored, version: 1, seqNo: doc, primaryTerm: 1 };
    writer.addDocument(document as never);
    if (doc === DOCS / 2) writer.refresh();
  }
  const job = writer.startForcedMerge(writer.forceMergeOf(1, false)) as MergeJob;
  const files = () => readdirSync(path).filter((file) => file.startsWith(`${job.name}.`));
  return { path, writer, job, files };
}

/** Starts a merge at the rate of `CRAWL`; resolves when it has begun to write. */
async function crawling(name: string) {
  const { path, job, files, writer } = indexToMerge(name);
  const control = new MergeControl(job.control);
  control.bytesPerSecond = CRAWL;
  let state: 'running' | 'done' | 'failed' = 'running';
  const run = threads.run('merge', { path, job }).then(
    () => {
      state = 'done';
    },
    () => {
      state = 'failed';
    },
  );
  await eventually('the merge writes', async () => (files().length > 0 ? true : undefined));
  return { writer, job, control, run, files, state: () => state };
}

test('a merge that is held back ends at once when it is told to stop, and leaves nothing', async () => {
  const { writer, job, control, run, files, state } = await crawling('stopped');
  expect(state()).toBe('running');
  control.stop();
  await run;
  expect([state(), files()]).toEqual(['failed', []]);
  writer.abandonMerge(job);
  writer.close();
});

test('others pass a merge that is held back, which goes on at once when its rate is lifted', async () => {
  const slow = await crawling('slow');
  const fast = indexToMerge('fast');
  await threads.run('merge', { path: fast.path, job: fast.job });
  fast.writer.finishMerge(fast.job);
  expect(slow.state()).toBe('running');
  slow.control.bytesPerSecond = Number.POSITIVE_INFINITY;
  await slow.run;
  expect(slow.state()).toBe('done');
  slow.writer.finishMerge(slow.job);
  for (const { writer } of [fast, slow]) {
    expect(writer.stats().segments.map(({ docCount }) => docCount)).toEqual([DOCS]);
    writer.close();
  }
});
