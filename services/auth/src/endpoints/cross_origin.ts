/**
 * Cross-origin requests: allowed for the origins registered with a client. They carry no
 * credentials, so none of this server's cookies is ever sent.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { AuthContext } from '../context.js';

/** Answers the preflight request of a registered origin. `methods`: as in the header. */
export function preflight(context: AuthContext, methods: string): RequestHandler {
  return async (request, response) => {
    await allowOrigin(context, request, response);
    response.set({
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, DPoP',
      'Access-Control-Max-Age': '600',
    });
    response.status(204).end();
  };
}

export async function allowOrigin(
  { store }: AuthContext,
  request: Request,
  response: Response,
): Promise<void> {
  const origin = request.headers.origin;
  if (origin === undefined) return;
  response.vary('Origin');
  if (await store.clients.hasOrigin(origin)) {
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'DPoP-Nonce, WWW-Authenticate, Retry-After',
    });
  }
}
