/** Ports for processes that are started with a number, stopped, and started again with the same. */
import { createServer } from 'node:net';

/**
 * Below the ports a system gives to connections (32768 and up on Linux): one of those could be
 * taken by any connection while nobody listens there, and who tries to connect to it until somebody
 * does could be given that very port as its own, and be connected with itself.
 */
const FIRST_PORT = 10_000;
const PORTS = 20_000;

/** In a row, on loopback, that nobody listens on now. */
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
