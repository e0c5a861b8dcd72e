/**
 * Which pages of other origins may call: those that a client is registered with. Without
 * credentials: no cookie of ours is ever sent along.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { AuthContext } from '../context.js';

/**
 * Answers the question a browser asks before a script of a registered origin may call. `methods`:
 * as in the header.
 */
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
