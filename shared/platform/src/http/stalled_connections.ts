/**
 * Drops connections that make no progress for too long while a body is read or a response is
 * written. One timer checks all of them, so that a request that is done at once, as nearly all are,
 * needs no timer of its own.
 */
import type { Socket } from 'node:net';

interface Watched {
  movedBytes: number;
  sinceMs: number;
}

export class StalledConnections {
  readonly #idleMs: number;
  readonly #watched = new Map<Socket, Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor({ idleMs, checkMs }: { readonly idleMs: number; readonly checkMs: number }) {
    this.#idleMs = idleMs;
    this.#timer = setInterval(() => this.#check(performance.now()), checkMs).unref();
  }

  watch(socket: Socket): void {
    this.#watched.set(socket, { movedBytes: movedBytes(socket), sinceMs: performance.now() });
  }

  unwatch(socket: Socket): void {
    this.#watched.delete(socket);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  #check(nowMs: number): void {
    for (const [socket, watched] of this.#watched) {
      const moved = movedBytes(socket);
      if (moved !== watched.movedBytes) {
        watched.movedBytes = moved;
        watched.sinceMs = nowMs;
      } else if (nowMs - watched.sinceMs >= this.#idleMs) {
        this.#watched.delete(socket);
        socket.destroy();
      }
    }
  }
}

/**
 * Bytes in both directions that the system has taken or delivered; bytes in the socket's own buffer
 * do not count.
 */
function movedBytes(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
