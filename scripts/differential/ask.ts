/** Sends a request with the requests that have to come before and after it. */

import { trustedJson } from '../trusted_json.ts';
import type { Case, IndexPlan, Request } from './area.ts';
import type { Answer } from './compare.ts';
import { isObject, type Json } from './json.ts';

const TIMEOUT_MS = 60_000;
/** The limit for a bulk or a merge on a busy machine. */
const FILL_TIMEOUT_MS = 600_000;
/**
 * The pause after a refusal for lack of memory, or while a server that ended is restarted.
 * OpenSearch soon has memory again.
 */
const PAUSE_MS = 3_000;
const MOST_TRIES = 10;

/** Resolves with the answer, or with `undefined` when the server had no memory for the request. */
export async function ask(url: string, asked: Case): Promise<Answer | undefined> {
  const { cleanup = [] } = asked;
  for (let i = 0; i < MOST_TRIES; i++) {
    const answer = await answerOf(url, asked);
    if (answer !== undefined && !isFull(answer)) {
      await cleaned(url, cleanup);
      return answer === TOO_LATE ? undefined : answer;
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return undefined;
}

/**
 * Removes indices. A lost connection or a timeout is ignored: leftovers are removed before they are
 * created again.
 */
async function cleaned(url: string, names: readonly string[]): Promise<void> {
  try {
    await remove(url, names);
  } catch (error) {
    if (!isBroken(error) && !isTimeout(error)) throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

const TOO_LATE: Answer = { status: 0, body: null };

async function answerOf(url: string, asked: Case): Promise<Answer | undefined> {
  const { before = [], cleanup = [] } = asked;
  try {
    await remove(url, cleanup);
    return (await firstRefusal(url, before)) ?? (await send(url, asked));
  } catch (error) {
    if (isBroken(error)) return undefined;
    if (!isTimeout(error)) throw error;
    console.error(
      `no answer of ${url}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body)}`,
    );
    return TOO_LATE;
  }
}

/** True when the connection failed: `fetch` then throws a TypeError. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError;
}

/** Sends the steps until one is refused, which is then the answer: both servers must refuse it. */
async function firstRefusal(url: string, steps: readonly Request[]): Promise<Answer | undefined> {
  for (const step of steps) {
    const answer = await send(url, step);
    if (answer.status >= 400) return answer;
  }
  return undefined;
}

/** Lines of a bulk request, actions and documents together. */
const BULK_LINES = 4_000;

/**
 * Creates and fills an index of one segment per shard, so that documents of equal rank have the
 * same order on both servers.
 */
export async function fill(
  url: string,
  { name, body, documents, actions }: IndexPlan,
): Promise<void> {
  await remove(url, [name]);
  await succeed(url, { method: 'PUT', path: `/${name}`, body });
  await refreshEvery(url, name, '-1');
  const lines = documents.flatMap((document, i) => [
    { index: actions?.[i] ?? { _id: String(i + 1) } },
    withoutMetadata(document),
  ]);
  for (let at = 0; at < lines.length; at += BULK_LINES) {
    const part = lines.slice(at, at + BULK_LINES);
    await succeed(url, { method: 'POST', path: `/${name}/_bulk`, body: part });
  }
  await succeed(url, { method: 'POST', path: `/${name}/_refresh` });
  await succeed(url, { method: 'POST', path: `/${name}/_forcemerge?max_num_segments=1` });
  await refreshEvery(url, name, null);
  await succeed(url, { method: 'POST', path: `/${name}/_refresh` });
}

/**
 * Sets the refresh interval. A refresh during the load would make two segments, whose order after
 * the merge is undefined.
 */
async function refreshEvery(url: string, name: string, interval: Json): Promise<void> {
  const body = { index: { refresh_interval: interval } };
  await succeed(url, { method: 'PUT', path: `/${name}/_settings`, body });
}

function withoutMetadata(document: Json): Json {
  if (!isObject(document)) return document;
  const { _id, _routing, ...source } = document;
  return source;
}

export async function fillMissing(url: string, plan: IndexPlan): Promise<void> {
  const { status } = await send(url, { method: 'GET', path: `/${plan.name}` });
  if (status === 404) await fill(url, plan);
}

async function succeed(url: string, request: Request): Promise<void> {
  const { status, body } = await withRoom(() => send(url, request, FILL_TIMEOUT_MS));
  const failed = status >= 400 || JSON.stringify(body).includes('"errors":true');
  if (!failed) return;
  const answer = JSON.stringify(body);
  const error = /.{0,200}"error":.{0,600}/.exec(answer)?.[0] ?? answer.slice(0, 800);
  throw new Error(`${request.method} ${url}${request.path} failed: ${error}`);
}

/**
 * Repeats a request that was refused for lack of memory; resolves with the last answer after
 * `MOST_TRIES`.
 */
async function withRoom(ask: () => Promise<Answer>): Promise<Answer> {
  for (let i = 1; ; i++) {
    const answer = await ask();
    if (i === MOST_TRIES || !isFull(answer)) return answer;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

function isFull({ status, body }: Answer): boolean {
  return status === 429 || JSON.stringify(body).includes('circuit_breaking_exception');
}

export async function remove(url: string, what: readonly string[]): Promise<void> {
  for (const name of what) {
    await send(url, { method: 'DELETE', path: pathOf(name) });
  }
}

/** The path to delete; a pattern includes hidden indices. */
function pathOf(name: string): string {
  if (name.startsWith('/')) return name;
  return name.startsWith('_') ? `/${name}` : `/${name}?expand_wildcards=all`;
}

async function send(
  url: string,
  { method, path, body }: Request,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const lines = Array.isArray(body);
  const isGet = method === 'GET' && body !== undefined && body !== null;
  const response = await fetch(url + path, {
    method: isGet ? 'POST' : method,
    headers: { 'content-type': lines ? 'application/x-ndjson' : 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined || body === null ? {} : { body: encoded(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: parsed(text) };
}

function encoded(body: Json): string {
  if (!Array.isArray(body)) return JSON.stringify(body);
  return body.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function parsed(text: string): Json {
  try {
    return trustedJson<Json>(text);
  } catch {
    return text;
  }
}
