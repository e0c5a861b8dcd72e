/**
 * Finds ports for processes that are started with a number, stopped, and started again with the
 * same number.
 */
import { createServer } from 'node:net';

/**
 * The first port, below the ephemeral ports of the system (32768 and up on Linux). Any connection
 * could take an ephemeral port while nobody listens there, and a client that keeps trying to
 * connect to such a port could be given that very port as its own, and be connected with itself.
 */
const FIRST_PORT = 10_000;
const PORTS = 20_000;

/** Returns consecutive ports on loopback on which nobody listens now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const free = await Promise.all(ports.map((port) => isFree(port)));
    if (free.every((one) => one)) return ports;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
