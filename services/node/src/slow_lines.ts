/**
 * The lines of the slow logs that this node wrote last, from all its threads: `slow_log` of
 * `_nodes/stats`, which the console shows. Sources of documents and searches are in the log alone.
 */
import type { Clock, Log, LogFields, LogLevel } from '@skein/base';

export interface SlowLine {
  readonly atMs: number;
  readonly logger: string;
  readonly level: LogLevel;
  /** `[index][shard]` or `[index/uuid]` of the slow work; `search` for a whole search. */
  readonly place: string;
  readonly tookMs: number;
}

export interface SlowLinesReport {
  /** Lines since the node started. */
  readonly total: number;
  /** The newest lines, the oldest of them first. */
  readonly latest: readonly SlowLine[];
}

const MOST_LINES = 50;
const SLOW_LOGGER = /\.slowlog(?:\.|$)/;

export class SlowLines {
  readonly #clock: Clock;
  readonly #latest: SlowLine[] = [];
  #total = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get report(): SlowLinesReport {
    return { total: this.#total, latest: [...this.#latest] };
  }

  /** The log, whose slow lines are remembered from now on. */
  over(log: Log): Log {
    return {
      debug: (message, fields) => log.debug(message, fields),
      info: (message, fields) => log.info(message, fields),
      warn: (message, fields) => log.warn(message, fields),
      error: (message, fields) => log.error(message, fields),
      write: (level, message, fields) => {
        log.write(level, message, fields);
        this.#remember(level, message, fields);
      },
      with: (fields) => this.over(log.with(fields)),
    };
  }

  #remember(level: LogLevel, place: string, fields: LogFields = {}): void {
    const logger = String(fields['log.logger'] ?? '');
    if (!SLOW_LOGGER.test(logger)) return;
    this.#total++;
    const tookMs = Number(fields.took_millis ?? 0);
    this.#latest.push({ atMs: this.#clock.nowMs(), logger, level, place, tookMs });
    if (this.#latest.length > MOST_LINES) this.#latest.shift();
  }
}
