/**
 * One rule for the parameters of an authorization request: returns what it read, or throws an
 * OAuthError. Each rule is a file, and a line in `all.ts`.
 */
import type { AuthContext } from '../../context.js';
import type { Form } from '../../form.js';
import type { Client } from '../../models/client.js';
import type { AuthorizationRequest } from '../authorization_request.js';

interface CheckInput {
  readonly parameters: Form;
  readonly client: Client;
  readonly context: AuthContext;
}

export type Check<Field extends keyof AuthorizationRequest> = (
  input: CheckInput,
) => Pick<AuthorizationRequest, Field>;
