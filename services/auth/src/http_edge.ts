/**
 * Checks of a request before its address is looked at, by the rules of the search nodes: every
 * parser on its way must read it alike.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HeadRules } from '@skein/platform';

/** Node's own limit for a request head. */
const LONGEST_LINE_BYTES = 16 * 1024;

/**
 * Accepts any host name: a page whose own name leads here has none of this server's cookies, and
 * resources without cookies are public.
 */
const RULES = { maxInitialLineBytes: LONGEST_LINE_BYTES, names: undefined };

/** Returns a function that is true if a request may proceed, and false if it has refused it. */
export function edgeRules(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const rules = new HeadRules(RULES);
  const condemned = new WeakSet<Socket>();
  return (request, response) => {
    if (condemned.has(request.socket)) return false;
    const fault = rules.fault(request);
    if (fault === undefined) return true;
    const error_description = 'the head of the request is malformed';
    // The bytes that follow on this connection are ambiguous and are ignored.
    condemned.add(request.socket);
    response.writeHead(fault.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
    response.end(JSON.stringify({ error: 'invalid_request', error_description }));
    return false;
  };
}
