/** No tokens: everybody may do everything. */
import type { Identity, Security } from './mod.js';

const EVERYBODY: Identity = { subject: '_open', clientId: undefined, scope: undefined };

export const openSecurity: Security = {
  resource: undefined,
  authenticate: () => EVERYBODY,
  refused: () => undefined,
  authorize: () => undefined,
  authorizeIndices: () => undefined,
  filterIndices: (_identity, _privilege, indices) => indices,
};
