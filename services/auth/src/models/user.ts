/** Users, and the roles that give them rights. */
import type { GrantedFields } from '@skein/oauth';

export interface User {
  /** Random, with the prefix `u_`: the `sub` of the user's tokens. It is never reused. */
  readonly id: string;
  /** The name typed at sign-in, in NFC. */
  readonly name: string;
  /** In the format of `password_hash.ts`. */
  readonly passwordHash: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly createdMs: number;
}

export interface Role {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Restrictions on the indices it may read; if both are absent, all is visible. */
  readonly query?: string;
  readonly fields?: GrantedFields;
}
