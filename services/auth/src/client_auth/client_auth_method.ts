/** A method of client authentication (RFC 6749 §2.3). Each is a file, and a line in `all.ts`. */
import type { Form } from '../form.js';

export interface ClientCredentials {
  readonly id: string;
  /** Undefined for a public client, which has none. */
  readonly secret: string | undefined;
  /** A JWT signed with the client's key, in place of a secret. */
  readonly assertion?: string;
}

export interface ClientAuthMethod {
  /** Its name in RFC 7591 and in the metadata. */
  readonly name: string;
  /**
   * The credentials if the request uses this method, otherwise undefined; throws an OAuthError if
   * they are malformed.
   */
  credentials(authorization: string | undefined, form: Form): ClientCredentials | undefined;
}
