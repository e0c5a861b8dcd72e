/**
 * The interfaces through which pure code reaches the outside. The real implementations are in
 * `platform`; a simulator brings its own. Nothing outside `platform` and `services/*\/src/process`
 * reads a clock, a timer or a random source.
 */

export interface Clock {
  /** Wall clock, milliseconds since the epoch. May jump; never used for ordering or timeouts. */
  nowMs(): number;
  /** Monotonic milliseconds with a fraction, from an arbitrary origin. */
  monotonicMs(): number;
}

/**
 * The processor time of a thread. Unlike a clock it stands still while other threads have the
 * processor.
 */
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
  /** Returns `count` bytes, unpredictable in production, from a seed in a simulation. */
  bytes(count: number): Uint8Array;
  /** A number uniformly distributed in [0, 1). */
  next(): number;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Levels of log lines; only `write` uses `trace`. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Writes a line regardless of the level of the log, because the line has its own settings. */
  write(level: LogLevel, message: string, fields?: LogFields): void;
  /** A log whose lines all carry `fields`. */
  with(fields: LogFields): Log;
}

/** A log that discards everything, for tests and for code without a log. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  write: () => {},
  with: () => silentLog,
};
