/** Sends a request with what has to come before and after it. */
import type { Json } from '../query_differential/generator.ts';
import type { Case, Request } from './cases.ts';
import type { Answer } from './compare.ts';

const TIMEOUT_MS = 60_000;
/** The reference refuses for want of memory, and soon has some again. */
const PAUSE_MS = 3_000;
const MOST_TRIES = 10;

/** The answer, or `undefined` when the server had no room for the request. */
export async function ask(
  url: string,
  { before = [], cleanup = [] }: Case,
  request: Request,
): Promise<Answer | undefined> {
  for (let i = 0; i < MOST_TRIES; i++) {
    await remove(url, cleanup);
    for (const step of before) await send(url, step);
    const answer = await send(url, request);
    await remove(url, cleanup);
    if (!isFull(answer)) return answer;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return undefined;
}

function isFull({ status, body }: Answer): boolean {
  return status === 429 || JSON.stringify(body).includes('circuit_breaking_exception');
}

async function remove(url: string, what: readonly string[]): Promise<void> {
  for (const name of what) {
    await send(url, { method: 'DELETE', path: name.startsWith('/') ? name : `/${name}` });
  }
}

async function send(url: string, { method, path, body }: Request): Promise<Answer> {
  const lines = Array.isArray(body);
  const isGet = method === 'GET' && body !== undefined && body !== null;
  const response = await fetch(url + path, {
    method: isGet ? 'POST' : method,
    headers: { 'content-type': lines ? 'application/x-ndjson' : 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
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
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
