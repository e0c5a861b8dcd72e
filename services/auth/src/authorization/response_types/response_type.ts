/**
 * A response type of authorization requests (RFC 6749 §3.1.1). Each is a file, and a line in
 * `all.ts`.
 */
import type { AuthContext } from '../../context.js';
import type { Client } from '../../models/client.js';
import type { Grant } from '../../models/grant.js';
import type { AuthorizationRequest } from '../authorization_request.js';

export interface ResponseType {
  readonly name: string;
  /** The grant the client must have registered. */
  readonly grant: string;
  readonly mode: 'query' | 'fragment';
  /** True if a client with a secret must use it before the response is of any value. */
  readonly provesClient: boolean;
  isEnabled(context: AuthContext): boolean;
  /** Stores the grant and returns the parameters of the response. */
  answer(
    context: AuthContext,
    allowed: {
      readonly request: AuthorizationRequest;
      readonly client: Client;
      readonly grant: Grant;
    },
  ): Promise<Readonly<Record<string, string>>>;
}
