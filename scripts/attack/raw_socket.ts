/** Bytes as they are, to a port: what no well-behaved client would send. */
import { connect } from 'node:net';

/** How long a server may take to answer and to end the connection. */
const PATIENCE_MS = 20_000;

interface RawAnswer {
  /** Everything the other end said, byte for byte. */
  readonly text: string;
  /** Of the first answer; 0 when nothing, or no HTTP, came. */
  readonly status: number;
  /**
   * Of every answer that came, in order: more than one to one request means that it was read as
   * two.
   */
  readonly statuses: readonly number[];
  /** Whether the other end closed the connection. */
  readonly isClosed: boolean;
}

interface RawOptions {
  /**
   * Waiting ends as soon as this is true of what has come; without it, when the other end closes or
   * nothing has come for `quietMs`.
   */
  readonly until?: (text: string) => boolean;
  readonly quietMs?: number;
}

/**
 * Sends each piece by itself, one character a byte. Never rejects: a connection that breaks is an
 * answer.
 */
export function sendRaw(
  port: number,
  pieces: readonly string[],
  { until, quietMs = 2_000 }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    const finish = (isClosed: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, code]) => Number(code));
      resolve({ text, status: statuses[0] ?? 0, statuses, isClosed });
    };
    const patience = setTimeout(() => finish(false), PATIENCE_MS);
    socket.setTimeout(quietMs, () => finish(false));
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (until?.(text) === true) finish(false);
    });
    for (const piece of pieces) socket.write(piece, 'latin1');
  });
}
