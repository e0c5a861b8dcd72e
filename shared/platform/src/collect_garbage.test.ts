import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { garbageCollector } from './collect_garbage.js';

const COLLECTORS = 500;

/** Takes the flag back that exposes V8's function, until the first number is not 0 any more. */
const OTHER_THREAD = `
  const { workerData } = require('node:worker_threads');
  const { setFlagsFromString } = require('node:v8');
  while (Atomics.load(workerData, 0) === 0) setFlagsFromString('--no-expose-gc');
`;

test('another thread that takes the flag back does not hinder a thread', async () => {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(OTHER_THREAD, { eval: true, workerData: stop });
  await once(other, 'online');
  try {
    for (let i = 0; i < COLLECTORS; i++) garbageCollector('regular');
  } finally {
    Atomics.store(stop, 0, 1);
    await once(other, 'exit');
  }
  expect('gc' in globalThis).toBe(false);
});

test('garbage is collected', async () => {
  const collect = garbageCollector('regular');
  const garbage = new WeakRef({ some: 'object' });
  // A reference that was just made is kept until the job ends.
  await turn();
  collect();
  expect(garbage.deref()).toBeUndefined();
});
