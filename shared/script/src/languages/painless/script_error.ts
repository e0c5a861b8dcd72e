/**
 * Errors of scripts as the API returns them: `script_exception` with an excerpt, the position, and
 * Java's name of the cause.
 */
import { ApiError, type ErrorType, isErrorType } from '@skein/errors';
import { type Throwable, wireType } from '@skein/java';
import { type CompileFault, UNPLACED_FAULT } from './syntax/compile_fault.js';

/** The number of source characters on each side in the excerpt of a compile error. */
const EXCERPT = 25;

export interface Position {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

interface ScriptFault {
  readonly source: string;
  readonly position?: Position;
  readonly stack: readonly string[];
  readonly cause: ApiError;
  readonly extra?: Readonly<Record<string, string>>;
}

/** Returns a type of the catalogue; a type unknown to clients becomes a plain `exception`. */
function errorType(className: string): ErrorType {
  const type = className.includes('.') ? wireType(className) : className;
  return isErrorType(type) ? type : 'exception';
}

/** `reason` is null for an exception without a message. */
function causeError(className: string, message: string | null, cause?: ApiError): ApiError {
  const name = className.includes('.') ? wireType(className) : className;
  const metadata = { type: name, ...(message === null ? { reason: null } : {}) };
  return new ApiError(errorType(className), message ?? 'null', { cause, metadata });
}

function scriptError(
  reason: string,
  { source, position, stack, cause, extra }: ScriptFault,
): ApiError {
  const place = position === undefined ? {} : { position: { ...position } };
  const metadata = { ...extra, script_stack: stack, script: source, lang: 'painless', ...place };
  return new ApiError('script_exception', reason, { metadata, cause });
}

export function compileError(source: string, fault: CompileFault): ApiError {
  const { offset } = fault;
  const under = fault.under === undefined ? undefined : causeError(fault.under, null);
  const cause = causeError(fault.className, fault.message, under);
  if (offset === UNPLACED_FAULT) return scriptError('compile error', { source, stack: [], cause });
  const start = Math.max(0, offset - EXCERPT);
  const end = Math.min(source.length, offset + EXCERPT);
  const before = start > 0 ? '... ' : '';
  const after = end < source.length ? ' ...' : '';
  const pointer = ' '.repeat(before.length + offset - start);
  return scriptError('compile error', {
    source,
    position: { offset, start, end },
    stack: [`${before}${source.slice(start, end)}${after}`, `${pointer}^---- HERE`],
    cause,
  });
}

export function runtimeError(
  source: string,
  statements: readonly number[],
  thrown: Throwable,
): ApiError {
  const { offset } = thrown;
  if (offset < 0) return unplacedError(source, thrown);
  const start = statements.findLast((one) => one <= offset) ?? 0;
  const end = statements.find((one) => one > offset) ?? source.length;
  return scriptError('runtime error', {
    source,
    position: { offset, start, end },
    stack: [source.slice(start, end), `${' '.repeat(offset - start)}^---- HERE`],
    cause: throwableCause(thrown),
    extra: thrown.metadata,
  });
}

/** The excerpt for a part of the program without a counterpart in the script. */
const UNKNOWN_PORTION = '<<< unknown portion of script >>>';

function unplacedError(source: string, thrown: Throwable): ApiError {
  return scriptError('runtime error', {
    source,
    stack: [UNKNOWN_PORTION],
    cause: throwableCause(thrown),
    extra: thrown.metadata,
  });
}

function throwableCause(thrown: Throwable): ApiError {
  const cause = thrown.cause === null ? undefined : throwableCause(thrown.cause);
  return causeError(thrown.className, thrown.message, cause);
}
