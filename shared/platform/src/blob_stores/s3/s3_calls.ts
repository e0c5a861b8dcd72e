/**
 * Calls of a bucket's service, whose responses are read whole. A call without a response, or with a
 * transient error, is retried; the last error becomes a fault with the service's message.
 */
import { memberOf, reasonOf, systemCodeOf, textIn } from '@skein/base';
import { BlobMissing, BlobTooLong, StoreFault } from '@skein/snapshots';
import { Retries, type RetryOptions } from '../retries.js';

interface S3CallOptions extends RetryOptions {
  readonly bucket: string;
  /** Timeout of one attempt. */
  readonly requestTimeoutMs: number;
}

/** The details of a failed call. */
interface S3Failure {
  /** The service's code, such as `NoSuchKey`, or the system's. */
  readonly code: string;
  /** Undefined: there was no complete response. */
  readonly status: number | undefined;
  readonly message: string;
}

export class S3Calls {
  readonly #options: S3CallOptions;
  readonly #retries: Retries;

  constructor(options: S3CallOptions) {
    this.#options = options;
    this.#retries = new Retries(options);
  }

  /**
   * Sends a call, which must end when its signal aborts. Rejects with BlobMissing, if `name` is
   * that of a blob, or StoreFault.
   */
  send<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { requestTimeoutMs } = this.#options;
    const attempt = async (closed: AbortSignal) => {
      const timeout = AbortSignal.timeout(requestTimeoutMs);
      try {
        return await call(AbortSignal.any([closed, timeout]));
      } catch (error) {
        if (error instanceof BlobTooLong) throw error;
        throw this.#faultOf(name, timeout.aborted ? tooLong(requestTimeoutMs) : failureOf(error));
      }
    };
    return this.#retries.run(name, attempt, isTransient);
  }

  close(): void {
    this.#retries.close();
  }

  #faultOf(name: string, failure: S3Failure): Error {
    const { code, status, message } = failure;
    if (isMissing(failure)) return new BlobMissing(name);
    const answer = status === undefined ? '' : ` (status ${status})`;
    return new S3Fault(`[${this.#options.bucket}/${name}] ${code}: ${message}${answer}`, failure);
  }
}

export class S3Fault extends StoreFault {
  readonly failure: S3Failure;

  constructor(message: string, failure: S3Failure) {
    super(message);
    this.failure = failure;
  }
}

function tooLong(requestTimeoutMs: number): S3Failure {
  const message = `the request took more than ${requestTimeoutMs} ms`;
  return { code: 'TimeoutError', status: undefined, message };
}

function failureOf(thrown: unknown): S3Failure {
  const status = memberOf(memberOf(thrown, '$metadata'), 'httpStatusCode');
  return {
    code: systemCodeOf(thrown) ?? textIn(thrown, 'name') ?? 'Error',
    status: typeof status === 'number' ? status : undefined,
    message: reasonOf(thrown),
  };
}

/** True if the object is missing. A response to HEAD has no body that could contain a code. */
function isMissing({ code, status }: S3Failure): boolean {
  return code === 'NoSuchKey' || (status === 404 && code === 'NotFound');
}

/**
 * Codes of transient errors (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html),
 * regardless of the status, which is 200 if the fault came after the head of the response.
 */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'InternalError',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'TooManyRequests',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'OperationAborted',
  'ConditionalRequestConflict',
]);
const NO_CREDENTIALS: ReadonlySet<string> = new Set([
  'CredentialsProviderError',
  'TokenProviderError',
]);
const NOT_IMPLEMENTED = 501;

function isTransient(fault: unknown): boolean {
  if (!(fault instanceof S3Fault)) return false;
  const { code, status } = fault.failure;
  if (TRANSIENT_CODES.has(code)) return true;
  if (status === undefined) return !NO_CREDENTIALS.has(code);
  if (status === 408 || status === 429) return true;
  return status >= 500 && status !== NOT_IMPLEMENTED;
}
