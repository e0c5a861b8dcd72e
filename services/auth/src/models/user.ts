/** People, and the roles their rights come from. */
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
}
