/** People, and the roles their rights come from. */
import type { GrantedFields } from '@skein/oauth';

export interface User {
  /** Random, with the prefix `u_`: the `sub` of the user's tokens. Never given to anybody else. */
  readonly id: string;
  /** What is typed at sign-in, in NFC. */
  readonly name: string;
  /** As `password_hash.ts` writes it. */
  readonly passwordHash: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly createdMs: number;
}

export interface Role {
  readonly name: string;
  readonly scopes: readonly string[];
  /** What of the indices it lets read is seen; both absent: everything. */
  readonly query?: string;
  readonly fields?: GrantedFields;
}
