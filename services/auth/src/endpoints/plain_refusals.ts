/** Refusals before any endpoint is reached, in the form of RFC 6749 §5.2. */
import type { Log } from '@skein/base';
import type { ErrorRequestHandler, RequestHandler } from 'express';

export const noSuchAddress: RequestHandler = (_request, response) => {
  response
    .status(404)
    .json({ error: 'not_found', error_description: 'there is nothing at this address' });
};

/** `allow`: the supported methods, as in the header. */
export function otherMethod(allow: string): RequestHandler {
  return (_request, response) => {
    const error_description = `the method must be one of ${allow}`;
    response
      .set({ Allow: allow, 'Cache-Control': 'no-store' })
      .status(405)
      .json({ error: 'invalid_request', error_description });
  };
}

/** Messages by the types of express's own errors. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'entity.too.large': 'the body is too large',
  'entity.parse.failed': 'the body is not JSON',
  'encoding.unsupported': 'the content encoding of the body is not supported',
  'charset.unsupported': 'the charset of the body is not supported',
  'request.size.invalid': 'the body is of another length than announced',
};

/** Handles express's own errors: bodies that are too large, truncated or badly encoded. */
export function requestFailure(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const status = Number(error?.status ?? 500);
    if (status >= 500) log.error('request failed', { error: String(error) });
    const answer =
      status >= 500
        ? { error: 'server_error', error_description: 'the request could not be carried out' }
        : {
            error: 'invalid_request',
            error_description: UNREADABLE[error?.type] ?? 'the request cannot be read',
          };
    response.set('Cache-Control', 'no-store').status(status).json(answer);
  };
}
