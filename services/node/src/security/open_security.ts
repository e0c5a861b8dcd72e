/**
 * Security without tokens: everyone may do everything. The exception is web pages of other origins,
 * whose requests a browser may send without the user's knowledge: they can change nothing unless
 * `http.cors` allows them.
 */
import { ApiError } from '@skein/errors';
import { CORS_OFF, type CorsRules, foreignPage } from '@skein/http';
import type { Identity, Security } from './contract.js';

const EVERYBODY: Identity = { subject: '_open', clientId: undefined, scope: undefined };

export function openSecurityWith(cors: CorsRules): Security {
  return {
    resource: undefined,
    checkMayChange: ({ headers }) => {
      const page = foreignPage(cors, headers);
      if (page !== undefined) throw foreign(page);
    },
    authenticate: () => EVERYBODY,
    refused: () => undefined,
    authorize: () => undefined,
    authorizeIndices: () => undefined,
    filterIndices: (_identity, _privilege, indices) => indices,
  };
}

export const openSecurity: Security = openSecurityWith(CORS_OFF);

function foreign(page: string): ApiError {
  return new ApiError(
    'security_exception',
    `a page of another origin [${page}] may not change anything: list it in [http.cors.allow-origin] to let it in`,
    { status: 403 },
  );
}
