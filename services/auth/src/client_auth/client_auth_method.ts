/** A way for a client to say who it is (RFC 6749 §2.3). One file a method, one line in `all.ts`. */
import type { Form } from '../form.js';

export interface ClientCredentials {
  readonly id: string;
  /** `undefined`: a public client, which has none. */
  readonly secret: string | undefined;
  /** A JWT signed with the client's key, instead of a secret. */
  readonly assertion?: string;
}

export interface ClientAuthMethod {
  /** Its name in RFC 7591 and in the metadata. */
  readonly name: string;
  /**
   * The credentials when the request uses this method, `undefined` when it does not; throws an
   * OAuthError when it does so badly.
   */
  credentials(authorization: string | undefined, form: Form): ClientCredentials | undefined;
}
