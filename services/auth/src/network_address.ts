/** Where a request comes from. `X-Forwarded-For` is believed from the proxies of `http.trusted_proxies` alone. */
import type { Request } from 'express';
import type { AuthContext } from './context.js';

/** `undefined` where failures are not counted by address. */
export function addressOf(
  { config }: AuthContext,
  request: Pick<Request, 'ip'>,
): string | undefined {
  return config.throttleByAddress ? request.ip : undefined;
}
