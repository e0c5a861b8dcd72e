/**
 * The log of a thread that runs shards. Lines are made here and written by the main thread, in
 * order with all others. The main thread filters by level. The number of unwritten lines is
 * limited; lines beyond the limit are counted instead.
 */
import type { Log, LogFields, LogLevel } from '@skein/base';
import type { LogLine } from './thread_calls.js';

/** Limit of a thread's unwritten lines. */
const MAX_WAITING_LINES = 4096;

/** Resolves when the line is written. */
type SendLine = (line: LogLine) => Promise<unknown>;

export function threadLog(send: SendLine, maxWaiting = MAX_WAITING_LINES): Log {
  return new LineSender(send, maxWaiting).log({});
}

class LineSender {
  readonly #send: SendLine;
  readonly #maxWaiting: number;
  #waiting = 0;
  #dropped = 0;

  constructor(send: SendLine, maxWaiting: number) {
    this.#send = send;
    this.#maxWaiting = maxWaiting;
  }

  log(fields: LogFields): Log {
    const writer =
      (level: LogLevel): Log['info'] =>
      (message, more) =>
        this.#line({ level, message, fields: { ...fields, ...more }, always: false });
    return {
      debug: writer('debug'),
      info: writer('info'),
      warn: writer('warn'),
      error: writer('error'),
      write: (level, message, more) =>
        this.#line({ level, message, fields: { ...fields, ...more }, always: true }),
      with: (more) => this.log({ ...fields, ...more }),
    };
  }

  #line(line: LogLine): void {
    if (this.#waiting >= this.#maxWaiting) {
      this.#dropped++;
      return;
    }
    this.#waiting++;
    const done = () => this.#written();
    // The error is ignored: without a main thread there is no log.
    this.#send(line).then(done, done);
  }

  #written(): void {
    this.#waiting--;
    const lines = this.#dropped;
    if (lines === 0) return;
    this.#dropped = 0;
    const message = 'lines of the log were left out, as too many were waiting to be written';
    this.#line({ level: 'warn', message, fields: { lines }, always: false });
  }
}

/** Writes a line in the main thread. */
export function writeLine(log: Log, { level, message, fields, always }: LogLine): void {
  if (always || level === 'trace') log.write(level, message, fields);
  else log[level](message, fields);
}
