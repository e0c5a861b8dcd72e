/**
 * Requests a JSON object from an issuer over HTTP, with a timeout, without redirects, and with a
 * size limit.
 */
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { ApiError } from '@skein/errors';

/** A busy issuer must not count as unreachable. */
const TIMEOUT_MS = 5000;

/** Certificate authorities in PEM to trust instead of the default ones. */
export type Authorities = string | undefined;

export interface Asked {
  readonly ca?: Authorities;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form with POST; if absent, the method is GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** Size limit of the answer. */
  readonly mostBytes: number;
}

export type JsonAnswer = Readonly<Record<string, unknown>>;

/** Rejects with an ApiError or a system error, whose message contains no secret. */
export async function askJson(url: string, asked: Asked): Promise<JsonAnswer> {
  const document: unknown = JSON.parse(await ask(url, asked));
  if (!hasMembers(document)) throw unusable(url, 'not an object');
  return document;
}

export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function unusable(url: string, why: string): ApiError {
  return new ApiError('exception', `[${url}] cannot be used: ${why}`);
}

/** An error with the status of a failed answer. */
export class RefusedByIssuer extends Error {
  readonly status: number | undefined;

  constructor(url: string, status: number | undefined) {
    super(`[${url}] cannot be used: status ${status}`);
    this.status = status;
  }
}

function ask(url: string, { ca, headers = {}, form, mostBytes }: Asked): Promise<string> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  const body = form && new URLSearchParams(form).toString();
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const options = {
      ...(ca === undefined ? {} : { ca }),
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...type },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const asked = request(url, options, (response) => {
      response.once('error', reject);
      if (response.statusCode !== 200) {
        response.destroy();
        reject(new RefusedByIssuer(url, response.statusCode));
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > mostBytes) response.destroy(unusable(url, 'too long'));
        else chunks.push(chunk);
      });
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
