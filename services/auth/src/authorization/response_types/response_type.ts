/**
 * What an authorization request can ask for (RFC 6749 §3.1.1): one file each, one line in `all.ts`.
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
  /** Whether a client with a secret has to use it before the answer is worth anything. */
  readonly provesClient: boolean;
  isEnabled(context: AuthContext): boolean;
  /** The parameters of the answer. The grant is stored. */
  answer(
    context: AuthContext,
    allowed: {
      readonly request: AuthorizationRequest;
      readonly client: Client;
      readonly grant: Grant;
    },
  ): Promise<Readonly<Record<string, string>>>;
}
