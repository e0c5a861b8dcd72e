/**
 * What is settled about a request before anything looks at its address: that all parsers on its way
 * read it alike, by the rules of the search nodes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HeadRules } from '@skein/platform';

/** As much as Node reads of a head. */
const LONGEST_LINE_BYTES = 16 * 1024;

/**
 * Any name: a page that makes its own lead here has no cookie of ours, and what needs none is for
 * everybody.
 */
const RULES = { maxInitialLineBytes: LONGEST_LINE_BYTES, names: undefined };

/** Says whether a request may go on; `false`: it has been refused. */
export function edgeRules(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const rules = new HeadRules(RULES);
  const condemned = new WeakSet<Socket>();
  return (request, response) => {
    if (condemned.has(request.socket)) return false;
    const fault = rules.fault(request);
    if (fault === undefined) return true;
    const error_description = 'the head of the request is malformed';
    // What comes after it on this connection is anybody's guess, and is not listened to.
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
