/** Counts every request by its endpoint as the program names it, its status and its OAuth error. */
import type { Request, RequestHandler } from 'express';
import type { AuthContext } from '../context.js';

export function requestMetrics({ metrics, clock }: AuthContext): RequestHandler {
  return (request, response, next) => {
    const startedMs = clock.monotonicMs();
    response.once('finish', () => {
      const endpoint = endpointOf(request);
      metrics.count('skein_auth_requests_total', { endpoint, status: String(response.statusCode) });
      const seconds = (clock.monotonicMs() - startedMs) / 1000;
      metrics.count('skein_auth_request_seconds_total', { endpoint }, seconds);
      const { error } = response.locals;
      if (typeof error === 'string') metrics.count('skein_auth_errors_total', { endpoint, error });
    });
    next();
  };
}

function endpointOf({ baseUrl, route }: Request): string {
  const path: unknown = route?.path;
  const first = Array.isArray(path) ? path[0] : path;
  return typeof first === 'string' ? baseUrl + first : 'other';
}
