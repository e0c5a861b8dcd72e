/** Common parts of the endpoints for people: an error becomes a page without internals. */
import type { Request, RequestHandler, Response } from 'express';
import type { AuthContext } from '../context.js';
import { errorPage } from '../pages/message_page.js';
import { sendPage } from '../pages/page.js';
import { asOAuthError, setRetryAfter } from './form_endpoint.js';

export type PageHandler = (request: Request, response: Response) => Promise<void>;

export function pageEndpoint(context: AuthContext, handle: PageHandler): RequestHandler {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (failure) {
      const error = asOAuthError(failure, context.log);
      setRetryAfter(response, error);
      sendPage(response, errorPage(error.status, error.code, error.message));
    }
  };
}

export function seeOther(context: AuthContext, response: Response, path: string): void {
  const location = localPath(context, path);
  response.set('Cache-Control', 'no-store').status(303).set('Location', location).end();
}

/** The path as seen by the browser: behind a proxy, the issuer may have a path of its own. */
export function localPath({ issuer }: AuthContext, path: string): string {
  return new URL(issuer).pathname.replace(/\/$/, '') + path;
}
