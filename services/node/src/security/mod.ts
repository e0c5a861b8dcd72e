/**
 * Authentication and authorization. One check runs before an endpoint is called; actors check index
 * privileges once names are resolved.
 */
export type * from './contract.js';

export type { NamedPrivilege, Privilege } from './privilege.js';
