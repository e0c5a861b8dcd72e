/** What is settled about a request before anything looks at its address: that all parsers on its way read it alike. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `false`: it has been refused. */
export function isSound(request: IncomingMessage, response: ServerResponse): boolean {
  const why = problemOf(request);
  if (why === undefined) return true;
  const body = JSON.stringify({ error: 'invalid_request', error_description: why });
  // What comes after it on this connection is anybody's guess.
  response.writeHead(400, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
  return false;
}

function problemOf(request: IncomingMessage): string | undefined {
  const coding = request.headers['transfer-encoding'];
  // RFC 9112 §6.1: another coding before the last one is read by some and skipped by others.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'the transfer coding is not supported';
  }
  const target = request.url ?? '';
  if (target.startsWith('/') || target === '*') return undefined;
  // The absolute form, which proxies send (RFC 9112 §3.2.2): its path is what is asked for.
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return 'the target is malformed';
  const { pathname, search } = new URL(target);
  request.url = pathname + search;
  return undefined;
}
