/** Requests to the node that served the page, with the token of the signed-in user. */
import { isList, isObject, membersOf, parseJson, writeJson } from '../json/exact_json.js';
import { authorized, clusterAddress } from '../session/session.js';
import { ApiFailure } from './failure.js';
import type { Question } from './question.js';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly tookMs: number;
}

/**
 * The address of the API, one folder above the console: a proxy may put both under a path of its
 * own.
 */
const ROOT = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** The address at which other clients reach this path of the API. */
export function addressOf(path: string): string {
  return clusterAddress(ROOT + path);
}

/** Resolves with the answer, whatever its status is. Rejects when the node does not answer. */
export async function ask({ method = 'GET', path, body, signal }: Question): Promise<Answer> {
  const startedMs = performance.now();
  const response = await authorized(ROOT + path, {
    // Browsers send no body with GET. Every endpoint that takes a body with GET takes it with POST
    // too.
    method: method === 'GET' && body !== undefined ? 'POST' : method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : writeJson(body) }),
    headers: body === undefined ? {} : { 'content-type': mediaType(path) },
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text,
    tookMs: performance.now() - startedMs,
  };
}

function mediaType(path: string): string {
  const isLines = /\/_(?:bulk|msearch)(?:\/template)?(?:\?|$)/.test(path);
  return isLines ? 'application/x-ndjson' : 'application/json';
}

/** Resolves with the answer's JSON; rejects with an `ApiFailure` for an error. */
export async function askJson<T>(question: Question): Promise<T> {
  const { status, text } = await ask(question);
  if (status >= 400) throw failureOf(status, text);
  // The caller names the form that the API gives to the answer of its path.
  return parseJson(text) as T;
}

function failureOf(status: number, text: string): ApiFailure {
  // A proxy's own error text is shown as it is.
  const { error } = membersOf(text);
  if (!isObject(error)) return new ApiFailure(status, 'error', String(error ?? text));
  const [cause] = isList(error.root_cause) ? error.root_cause : [];
  const reason = isObject(cause) && typeof cause.reason === 'string' ? cause.reason : error.reason;
  return new ApiFailure(status, String(error.type ?? 'error'), String(reason ?? text));
}
