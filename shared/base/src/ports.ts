/**
 * What pure code may ask of the world. The real ones are in `platform`; a simulator brings its own.
 * Nothing outside `platform` and `services/*\/src/process` reads a clock, a timer or a random source.
 */

export interface Clock {
  /** Wall clock, milliseconds since the epoch. May jump; never used for ordering or timeouts. */
  nowMs(): number;
  /** Monotonic milliseconds with a fraction, from an arbitrary origin. */
  monotonicMs(): number;
}

/** What a thread has used of the processor: unlike a clock it does not run on while others have it. */
export interface CpuClock {
  /** Milliseconds since the thread began, with a fraction. */
  cpuMs(): number;
}

export interface TimerHandle {
  cancel(): void;
}

export interface Timers {
  /** Calls back once after at least `delayMs`. A pending timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): TimerHandle;
}

export interface Random {
  /** `count` bytes, unpredictable in production, from a seed in a simulation. */
  bytes(count: number): Uint8Array;
  /** Uniform in [0, 1). */
  next(): number;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** `trace` is for lines of `write` alone. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A line that is written whatever the level of the log is: settings of its own have decided that it is. */
  write(level: LogLevel, message: string, fields?: LogFields): void;
  /** A log whose lines all carry `fields`. */
  with(fields: LogFields): Log;
}

/** Discards everything: for tests and for code that has nobody to tell. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  write: () => {},
  with: () => silentLog,
};
