/** Sends raw bytes to a port, as no well-behaved client would. */
import { connect } from 'node:net';

/** Milliseconds that a server may take to answer and to end the connection. */
const PATIENCE_MS = 20_000;

interface RawAnswer {
  /** Everything that the other end sent, one character per byte. */
  readonly text: string;
  /** The status of the first answer; 0 when nothing, or no HTTP, came. */
  readonly status: number;
  /**
   * The statuses of all answers, in order: more than one for a single request means that it was
   * read as two.
   */
  readonly statuses: readonly number[];
  /** True when the other end closed the connection. */
  readonly isClosed: boolean;
}

interface RawOptions {
  /**
   * Waiting ends as soon as this is true of the text received so far; without it, when the other
   * end closes or nothing has come for `quietMs`.
   */
  readonly until?: (text: string) => boolean;
  readonly quietMs?: number;
}

/**
 * Sends each piece by itself, one character per byte. Never rejects: a connection that breaks
 * counts as an answer.
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
