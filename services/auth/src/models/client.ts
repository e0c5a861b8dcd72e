/** A registered OAuth client. */
export interface Client {
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  /** SHA-256 of the generated secret (256 random bits, so a fast hash is enough); `undefined` for public clients. */
  readonly secretHash: Uint8Array | undefined;
  readonly grants: readonly string[];
  /** Scope entries the client may ask for at most. */
  readonly scopes: readonly string[];
  readonly disabled: boolean;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
}
