/** Binds a server of any kind to the first free port of several. */
import type { Server } from 'node:net';
import { systemCodeOf } from '@skein/base';

/**
 * Limit of connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`).
 * When the queue is full, a client tries again after 1, 3, 7, 15 seconds. The queue is long so that
 * a thousand other connections do not cause that delay.
 */
export const BACKLOG = 8192;

/**
 * Binds the first free port. Each attempt gets a new server, since one that failed to bind is
 * useless. Rejects with the system's error of the last attempt.
 */
export async function bindFirstFree<T extends Server>(
  makeServer: () => T,
  address: string,
  ports: readonly number[],
): Promise<T> {
  for (const [i, port] of ports.entries()) {
    const server = makeServer();
    try {
      await listen(server, port, address);
      return server;
    } catch (failure) {
      const inUse = systemCodeOf(failure) === 'EADDRINUSE';
      if (!inUse || i === ports.length - 1) throw failure;
    }
  }
  throw new RangeError('no port to bind');
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

/** Resolves when the last connection is closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
