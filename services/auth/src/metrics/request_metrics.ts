/** Counts every request by the program's name for its endpoint, its status and its OAuth error. */
import type { Request, RequestHandler } from 'express';
import type { AuthContext } from '../context.js';

export function requestMetrics({ metrics, clock }: AuthContext): RequestHandler {
  return (request, response, next) => {
    const startedMs = clock.monotonicMs();
    response.once('finish', () => {
      const endpoint = endpointOf(request);
      const { error } = response.locals;
      metrics.answered({
        endpoint,
        status: response.statusCode,
        tookMs: clock.monotonicMs() - startedMs,
        error: typeof error === 'string' ? error : undefined,
      });
    });
    next();
  };
}

function endpointOf({ baseUrl, route }: Request): string {
  const path: unknown = route?.path;
  const first = Array.isArray(path) ? path[0] : path;
  return typeof first === 'string' ? baseUrl + first : 'other';
}
