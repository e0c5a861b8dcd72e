/**
 * Measures the longest turn of a node's main thread. The file is loaded into the node before its
 * program (`--import`) and answers each connection to the port `TURNS_PORT` with the longest turn
 * since the last answer.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;

/**
 * Wall clock milliseconds of the turn, and CPU milliseconds of the thread in it: on a busy machine
 * the second tells more.
 */
export interface LongestTurn {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function measure(port: number): void {
  let longest: LongestTurn = { wallMs: 0, cpuMs: 0 };
  let last = { wallMs: performance.now(), cpuMs: ownMs() };
  setInterval(() => {
    const now = { wallMs: performance.now(), cpuMs: ownMs() };
    longest = {
      wallMs: Math.max(longest.wallMs, now.wallMs - last.wallMs),
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - last.cpuMs),
    };
    last = now;
  }, TICK_MS).unref();
  createServer((_request, response) => {
    response.end(JSON.stringify(longest));
    longest = { wallMs: 0, cpuMs: 0 };
  })
    .listen(port, '127.0.0.1')
    .unref();
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const { TURNS_PORT } = process.env;
const isNode = process.argv[2] === 'node';
if (isMainThread && isNode && TURNS_PORT !== undefined) measure(Number(TURNS_PORT));
