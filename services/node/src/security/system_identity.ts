/**
 * The node itself, where it works for nobody in particular. It may do everything; being this very
 * object, it is what no token can name.
 */
import type { Identity } from './contract.js';

export const SYSTEM_IDENTITY: Identity = {
  subject: '_system',
  clientId: undefined,
  scope: undefined,
};
