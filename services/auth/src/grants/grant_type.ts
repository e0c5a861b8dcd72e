/**
 * A grant of the token endpoint (RFC 6749 §4). Each is a file, and a line in `all.ts`. The client
 * is authenticated and permitted to use it.
 */
import type { AuthContext } from '../context.js';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import type { IssuedAccess } from '../tokens/token_issuer.js';

export interface Exchange {
  readonly context: AuthContext;
  readonly client: Client;
  readonly form: Form;
  /** Client address, if known. */
  readonly address: string | undefined;
  /** `aud` of the access token. */
  readonly audience: string;
  /** Thumbprint of the key whose possession the request has proved (RFC 9449). */
  readonly dpopThumbprint: string | undefined;
}

export interface Issued extends IssuedAccess {
  readonly refreshToken: string | undefined;
}

export interface GrantType {
  /** Name in `grant_type` and in registrations. */
  readonly name: string;
  /** True if a client without a secret may use it. */
  readonly forPublicClients: boolean;
  /** True if the server offers it. */
  isEnabled(context: AuthContext): boolean;
  /** Rejects with an OAuthError. The result is durable and may be sent. */
  issue(exchange: Exchange): Promise<Issued>;
}
