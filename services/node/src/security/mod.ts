/**
 * Who is asking, and may they? One check before an endpoint is called, and the per-index checks the
 * actors make once names are resolved.
 */
export type { Credentials, Identity, ProtectedResource, Refusal, Security } from './contract.js';

export type { NamedPrivilege, Privilege } from './privilege.js';
