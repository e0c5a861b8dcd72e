/**
 * One rule about the parameters of an authorization request: what it reads, or an OAuthError. One
 * file a rule, one line in `all.ts`.
 */
import type { AuthContext } from '../../context.js';
import type { Form } from '../../form.js';
import type { Client } from '../../models/client.js';
import type { AuthorizationRequest } from '../authorization_request.js';

export interface CheckInput {
  readonly parameters: Form;
  readonly client: Client;
  readonly context: AuthContext;
}

export type Check<Field extends keyof AuthorizationRequest> = (
  input: CheckInput,
) => Pick<AuthorizationRequest, Field>;
