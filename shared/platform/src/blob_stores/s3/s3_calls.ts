/**
 * Calls of a bucket's service, with their answers read whole. One that got no answer, or one that says "later", is made again after a pause that doubles, of which a
 * random part is waited (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/). What remains is a fault in the service's words.
 */
import { pauseFor } from '@skein/base';
import { BlobMissing, StoreFault } from '@skein/snapshots';
import { systemRandom } from '../../system_random.js';
import { systemTimers } from '../../system_timers.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 20_000;

export interface S3CallOptions {
  readonly bucket: string;
  readonly maxRetries: number;
  readonly isThrottled: boolean;
  readonly requestTimeoutMs: number;
}

/** What is known of a failed call. */
export interface S3Failure {
  /** The service's, such as `NoSuchKey`, or the system's. */
  readonly code: string;
  /** Undefined: no whole answer came. */
  readonly status: number | undefined;
  readonly message: string;
}

export class S3Calls {
  readonly #options: S3CallOptions;
  readonly #closed = new AbortController();

  constructor(options: S3CallOptions) {
    this.#options = options;
  }

  /** `call` is to end with the signal. Rejects with BlobMissing, where `name` is of a blob, or StoreFault. */
  async send<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { maxRetries, requestTimeoutMs } = this.#options;
    const closed = this.#closed.signal;
    for (let retries = 0; ; retries++) {
      const timeout = AbortSignal.timeout(requestTimeoutMs);
      try {
        return await call(AbortSignal.any([closed, timeout]));
      } catch (error) {
        if (closed.aborted) throw new StoreFault(`[${name}] the store was closed`);
        const failure = timeout.aborted ? tooLong(requestTimeoutMs) : failureOf(error);
        if (retries === maxRetries || !isPassing(failure)) throw this.#faultOf(name, failure);
      }
      if (this.#options.isThrottled) await this.#pause(retries);
    }
  }

  close(): void {
    this.#closed.abort();
  }

  async #pause(retries: number): Promise<void> {
    const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
    await pauseFor(longestMs * systemRandom.next(), systemTimers, this.#closed.signal);
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

interface SdkError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function failureOf(thrown: unknown): S3Failure {
  const { name, code, message, $metadata } = thrown as SdkError;
  return {
    code: code ?? name ?? 'Error',
    status: $metadata?.httpStatusCode,
    message: message ?? String(thrown),
  };
}

/** The answer to HEAD has no body that could name a code. */
function isMissing({ code, status }: S3Failure): boolean {
  return code === 'NoSuchKey' || (status === 404 && code === 'NotFound');
}

/** Codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html that pass, whatever the status: it is 200 where the fault came late. */
const PASSING_CODES: ReadonlySet<string> = new Set([
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

function isPassing({ code, status }: S3Failure): boolean {
  if (PASSING_CODES.has(code)) return true;
  if (status === undefined) return !NO_CREDENTIALS.has(code);
  if (status === 408 || status === 429) return true;
  return status >= 500 && status !== NOT_IMPLEMENTED;
}
