/**
 * Answers forms that programs send (such as token requests) without express, which would add a
 * tenth to the cost of a token. Any unusual request (with an origin, an encoding, or a body of
 * unknown or excessive length) is left to express, which gives the right errors.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthContext } from '../context.js';
import { parseForm } from '../form.js';
import { errorParts } from '../oauth_error_answer.js';
import { asOAuthError, type FormHandler } from './form_endpoint.js';

const FORM = 'application/x-www-form-urlencoded';
const HEADERS = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'Content-Type': 'application/json; charset=utf-8',
};

interface PlainForm {
  /** Request targets of the endpoint, compared exactly; the first names it in metrics. */
  readonly paths: ReadonlySet<string>;
  readonly handle: FormHandler;
  /** Limit of the form in bytes. */
  readonly limit: number;
}

/** The returned function returns true if it answers the request, else leaves it untouched. */
export function plainForm(
  context: AuthContext,
  { paths, handle, limit }: PlainForm,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const endpoint = [...paths][0] ?? '';
  return (request, response) => {
    if (!paths.has(request.url ?? '') || !isPlain(request, limit)) return false;
    if (isForwarded(context, request)) return false;
    const startedMs = context.clock.monotonicMs();
    readText(request, limit, (text) => {
      void answer(context, handle, { request, text }).then(({ status, headers, body, error }) => {
        response.writeHead(status, headers);
        response.end(body);
        const { metrics, clock } = context;
        metrics.answered({ endpoint, status, tookMs: clock.monotonicMs() - startedMs, error });
      });
    });
    return true;
  };
}

function isPlain({ method, headers }: IncomingMessage, limit: number): boolean {
  const { origin, expect } = headers;
  const type = headers['content-type'];
  const isForm = type === FORM || type?.toLowerCase() === `${FORM};charset=utf-8`;
  const length = headers['content-length'];
  const isShort = length !== undefined && Number(length) <= limit;
  const isEncoded = headers['content-encoding'] ?? headers['transfer-encoding'];
  return (
    method === 'POST' &&
    isForm &&
    isShort &&
    isEncoded === undefined &&
    origin === undefined &&
    expect === undefined
  );
}

/** True if a proxy may determine the client address: express knows which proxies are trusted. */
function isForwarded({ config }: AuthContext, { headers }: IncomingMessage): boolean {
  return config.trustedProxies.length > 0 && headers['x-forwarded-for'] !== undefined;
}

/** If the body breaks off, the connection is gone and no response is needed. */
function readText(request: IncomingMessage, limit: number, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    // The HTTP parser enforces the announced length.
    if (length <= limit) chunks.push(chunk);
  });
  request.once('end', () => done(Buffer.concat(chunks).toString('utf8')));
  request.once('error', () => undefined);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error?: string;
}

async function answer(
  context: AuthContext,
  handle: FormHandler,
  { request, text }: { readonly request: IncomingMessage; readonly text: string },
): Promise<Answer> {
  const { headers, method = '' } = request;
  try {
    const ip = request.socket.remoteAddress;
    const reply = await handle(parseForm(text), { headers, method, ip });
    return { status: 200, headers: HEADERS, body: JSON.stringify(reply ?? {}) };
  } catch (thrown) {
    const error = asOAuthError(thrown, context.log);
    const parts = errorParts(error, headers);
    return {
      status: error.status,
      headers: { ...HEADERS, ...parts.headers },
      body: JSON.stringify(parts.body),
      error: error.code,
    };
  }
}
