/**
 * winston behind the `Log` port: JSON lines for machines (field names after the Elastic Common
 * Schema), coloured text on a terminal. Logs go to standard error: standard output carries the one
 * line that says the process is ready.
 */
import {
  type LogLevel as BaseLevel,
  isObject,
  type Log,
  type LogFields,
  reasonOf,
} from '@skein/base';
import { ApiError } from '@skein/errors';
import winston from 'winston';
import { type LogFileOptions, openLogFile } from './log_file.js';

export type LogLevel = Exclude<BaseLevel, 'trace'>;

export interface LogWriterOptions {
  readonly level: LogLevel;
  readonly format: 'json' | 'text';
  /** Fields of every line: `service.name`, `node.name`. */
  readonly fields: LogFields;
  /** Destination of the lines; standard error when absent. */
  readonly stream?: NodeJS.WritableStream;
  readonly file?: LogFile | undefined;
}

/** Lines are written there too, always as JSON, as in Elasticsearch's server log. */
type LogFile = Pick<LogFileOptions, 'folder' | 'name' | 'maxBytes'>;

export function createLogWriter(options: LogWriterOptions): Log {
  const logger = winston.createLogger({
    levels: LEVELS,
    level: 'trace',
    transports: [
      new winston.transports.Stream({
        stream: options.stream ?? process.stderr,
        eol: '\n',
        format: options.format === 'json' ? JSON_LINES : COLOURED_TEXT,
      }),
    ],
  });
  if (options.file !== undefined) logger.add(fileTransport(options.file, logger));
  return logFor(logger, options.level, options.fields);
}

/**
 * Throws an ApiError when the folder cannot be made. A file that cannot be written later (its disk
 * is full) costs its lines, which standard error has, not the process.
 */
function fileTransport(file: LogFile, logger: winston.Logger) {
  const { folder } = file;
  const failed = (failure: unknown) => {
    const fields = { folder, reason: reasonOf(failure) };
    logger.log({ level: 'error', message: 'the log file cannot be written', fields });
  };
  try {
    const stream = openLogFile({ ...file, failed });
    return new winston.transports.Stream({ stream, eol: '\n', format: JSON_LINES });
  } catch (failure) {
    throw new ApiError(
      'illegal_argument_exception',
      `[path.logs]: the folder [${folder}] cannot be made: ${reasonOf(failure)}`,
    );
  }
}

/** Levels as winston numbers them: 0 is the most severe. */
const LEVELS: Readonly<Record<BaseLevel, number>> = {
  error: 0,
  warn: 1,
  info: 2,
  debug: 3,
  trace: 4,
};

function logFor(logger: winston.Logger, lowest: LogLevel, fields: LogFields): Log {
  const write: Log['write'] = (level, message, more) => {
    logger.log({ level, message, fields: { ...fields, ...more } });
  };
  // The level is checked here, because the logger would only check it at the end of its streams.
  const writer = (level: LogLevel): Log['info'] =>
    LEVELS[level] <= LEVELS[lowest] ? (message, more) => write(level, message, more) : () => {};
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    write,
    with: (more) => logFor(logger, lowest, { ...fields, ...more }),
  };
}

const MESSAGE = Symbol.for('message');

/** The fields of an entry, which winston passes on as they are. */
function fieldsOf(fields: unknown): LogFields {
  return isObject(fields) ? fields : {};
}

const JSON_LINES = winston.format((info) => {
  const { level, message, fields } = info;
  const line = {
    '@timestamp': new Date().toISOString(),
    'log.level': level,
    message,
    ...fieldsOf(fields),
  };
  return { ...info, [MESSAGE]: JSON.stringify(line, printable) };
})();

const COLOURS: Readonly<Record<string, string>> = {
  trace: '\u001b[90m',
  debug: '\u001b[90m',
  info: '\u001b[32m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const RESET = '\u001b[0m';
/** Fields that are logged once at start and would only be repeated on a terminal. */
const IMPLIED_FIELDS = new Set(['service.name', 'node.name']);

const COLOURED_TEXT = winston.format((info) => {
  const time = new Date().toISOString().slice(11, 23);
  const colour = COLOURS[info.level] ?? '';
  const details = Object.entries(fieldsOf(info.fields))
    .filter(([name, value]) => value !== undefined && !IMPLIED_FIELDS.has(name))
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value, printable)}`,
    )
    .join('');
  const text = `${time} ${colour}${info.level.padEnd(5)}${RESET} ${info.message}${details}`;
  return { ...info, [MESSAGE]: text };
})();

/** Makes longs and errors printable too. */
function printable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return value.stack ?? value.message;
  return value;
}
