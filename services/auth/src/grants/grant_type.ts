/**
 * A way to get a token (RFC 6749 §4): one file each, one line in `all.ts`. The client has been
 * authenticated and may use it.
 */
import type { AuthContext } from '../context.js';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import type { IssuedAccess } from '../tokens/token_issuer.js';

export interface Exchange {
  readonly context: AuthContext;
  readonly client: Client;
  readonly form: Form;
  /** Where the request comes from, as far as that can be told. */
  readonly address: string | undefined;
  /** `aud` of the access token. */
  readonly audience: string;
  /** Thumbprint of the key the request proved to hold (RFC 9449). */
  readonly dpopThumbprint: string | undefined;
}

export interface Issued extends IssuedAccess {
  readonly refreshToken: string | undefined;
}

export interface GrantType {
  /** As in `grant_type` and in registrations. */
  readonly name: string;
  /** Whether a client without a secret may use it. */
  readonly forPublicClients: boolean;
  /** Whether the server offers it. */
  isEnabled(context: AuthContext): boolean;
  /** Rejects with an OAuthError. What it resolved to is durable and may be sent. */
  issue(exchange: Exchange): Promise<Issued>;
}
