/**
 * The identity of the node itself, for its internal work. It may do everything. It is compared as
 * an object, so that no token can claim it.
 */
import type { Identity } from './contract.js';

export const SYSTEM_IDENTITY: Identity = {
  subject: '_system',
  clientId: undefined,
  scope: undefined,
};
