/** Closes a server in order: no new connections, and an answer to each request under way. */
import type { Server } from 'node:http';

/** Interval of looking for connections whose last response is sent. */
const SWEEP_MS = 50;

/**
 * Resolves when the last connection is closed. A client keeps its connection after a response, and
 * could send requests on it for ever: so connections without a request are closed again and again,
 * and after `graceMs` all of them.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
