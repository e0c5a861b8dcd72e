/**
 * The single error class of the API. Code throws it where it finds the fault, and one place
 * (`services/node/src/api/error_reply.ts`) turns it into JSON. Messages have OpenSearch's style:
 * values in `[brackets]`, no full stop.
 */
import { ERROR_STATUS, type ErrorType } from './catalog.js';

type ErrorValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ErrorValue[]
  | { readonly [key: string]: ErrorValue | undefined };

/** Extra keys of the JSON body: `index`, `index_uuid`, `line`, `col`, `processor_type`, … */
export type ErrorMetadata = Readonly<Record<string, ErrorValue | undefined>>;

export interface ApiErrorOptions {
  /** Overrides the catalogue's status. */
  readonly status?: number;
  readonly metadata?: ErrorMetadata;
  /** Becomes `caused_by`. */
  readonly cause?: ApiError | undefined;
  /** The errors that `root_cause` lists instead of this error. */
  readonly rootCauses?: readonly ApiError[];
  /** HTTP headers of the response, such as `WWW-Authenticate` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly placing?: Placing;
}

/**
 * For an error whose reason names a line and a column: the code that throws it does not have the
 * text of the request. Code that has it finds the position and replaces the reason.
 */
export interface Placing {
  /** The faulty value. Only an object or an array can be found in the text by its identity. */
  readonly about: unknown;
  reason(line: number, column: number): string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly type: ErrorType;
  readonly status: number;
  readonly metadata: ErrorMetadata;
  readonly rootCauses: readonly ApiError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  override readonly cause: ApiError | undefined;
  /** Dropped when an error becomes plain data. */
  readonly placing: Placing | undefined;

  constructor(type: ErrorType, reason: string, options: ApiErrorOptions = {}) {
    super(reason);
    this.type = type;
    this.status = options.status ?? ERROR_STATUS[type];
    this.metadata = options.metadata ?? {};
    this.cause = options.cause;
    this.rootCauses = options.rootCauses;
    this.headers = options.headers ?? {};
    this.placing = options.placing;
  }

  get reason(): string {
    return this.message;
  }
}

/** The error of a request with problems, numbered as in OpenSearch's `ValidationException`. */
export function invalidRequest(problems: readonly string[]): ApiError {
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  return new ApiError('action_request_validation_exception', `Validation Failed: ${list}`);
}

/** The error for an argument that is invalid for this reason. */
export function illegalArgument(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, cause === undefined ? {} : { cause });
}

/** The shape of every `error` object of the API. */
export interface ErrorBody {
  readonly type: string;
  readonly reason: string;
  readonly [key: string]: ErrorValue | undefined;
}

/**
 * `{type, reason, ...metadata, caused_by?}`: one error without its root causes, as bulk items and
 * shard failures show it.
 */
export function errorDetail(error: ApiError): ErrorBody {
  return {
    type: error.type,
    reason: error.message,
    ...error.metadata,
    ...(error.cause ? { caused_by: errorDetail(error.cause) } : {}),
  };
}

/**
 * The whole response: `{error: {root_cause, type, reason, …}, status}`. The root cause of an
 * error is the error itself, unless it has `rootCauses`: OpenSearch unwraps only a few types.
 */
export function errorResponse(error: ApiError): { error: ErrorBody; status: number } {
  const roots = error.rootCauses ?? [error];
  const rootCause = roots.map((root) => ({
    type: root.type,
    reason: root.message,
    ...root.metadata,
  }));
  const body: ErrorBody = { ...{ root_cause: rootCause }, ...errorDetail(error) };
  return { error: body, status: error.status };
}

/** An error as plain data: it survives `postMessage` and the wire, unlike a class. */
export interface PlainError {
  readonly type: ErrorType;
  readonly reason: string;
  readonly status: number;
  readonly metadata: ErrorMetadata;
  readonly cause?: PlainError;
  readonly rootCauses?: readonly PlainError[];
  readonly headers: Readonly<Record<string, string>>;
}

export function toPlainError(error: ApiError): PlainError {
  return {
    type: error.type,
    reason: error.message,
    status: error.status,
    metadata: error.metadata,
    headers: error.headers,
    ...(error.cause ? { cause: toPlainError(error.cause) } : {}),
    ...(error.rootCauses ? { rootCauses: error.rootCauses.map(toPlainError) } : {}),
  };
}

export function fromPlainError(plain: PlainError): ApiError {
  const { stackTraceLimit } = STACKS;
  // No stack is recorded: the error arose in another thread, and recording a stack costs more than
  // all the rest. A bulk may have a million errors.
  STACKS.stackTraceLimit = 0;
  try {
    return madeFrom(plain);
  } finally {
    STACKS.stackTraceLimit = stackTraceLimit;
  }
}

/** V8's own property: https://v8.dev/docs/stack-trace-api. */
const STACKS = Error as ErrorConstructor & { stackTraceLimit?: number | undefined };

function madeFrom(plain: PlainError): ApiError {
  return new ApiError(plain.type, plain.reason, {
    status: plain.status,
    metadata: plain.metadata,
    headers: plain.headers,
    cause: plain.cause ? madeFrom(plain.cause) : undefined,
    ...(plain.rootCauses ? { rootCauses: plain.rootCauses.map(madeFrom) } : {}),
  });
}

/**
 * True if a write was refused because the document or record has changed since it was read. The
 * error may have been thrown, or be the plain error of an item in a reply.
 */
export function isVersionConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('type' in error)) return false;
  return error.type === 'version_conflict_engine_exception';
}

/**
 * Anything thrown, as an ApiError: a bug becomes a 500 `exception` with its message and the name of
 * its class.
 */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new ApiError('exception', message);
}
