/**
 * Runs a proxy to a server on this machine. The proxy limits the total rate of responses over all
 * connections, as a distant store does.
 *
 *     node scripts/slow_way.ts --from 28977 --to 28900 [--rate 50]
 *
 * `--rate` is in MB per second. The proxy runs until its terminal closes.
 */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from './command_line.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    from: 28_977,
    to: 28_900,
    rate: 50,
  },
});

const LOOPBACK = '127.0.0.1';
const bytesAMs = (options.rate * 1_000_000) / 1000;
/** When the proxy may send again, on the monotonic clock. */
let freeMs = 0;

async function admitted(bytes: number): Promise<void> {
  const nowMs = performance.now();
  const startMs = Math.max(freeMs, nowMs);
  freeMs = startMs + bytes / bytesAMs;
  if (freeMs - nowMs > 1) await pause(freeMs - nowMs);
}

async function lead(client: Socket): Promise<void> {
  const server = connect(options.to, LOOPBACK);
  client.on('data', (piece) => server.write(piece));
  client.on('close', () => server.destroy());
  client.on('error', () => server.destroy());
  try {
    // A socket without an encoding gives buffers.
    for await (const piece of server as AsyncIterable<Buffer>) {
      await admitted(piece.length);
      if (!client.destroyed) client.write(piece);
    }
  } finally {
    client.end();
  }
}

createServer((client) => {
  // A connection that breaks at one end ends at the other.
  lead(client).catch(() => client.destroy());
}).listen(options.from, LOOPBACK);
