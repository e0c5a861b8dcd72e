/**
 * All checks of an authorization request, in two steps: until client and redirect address are
 * validated, an error is shown to the user; after that it is sent to the client.
 */
import type { AuthContext } from '../context.js';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import type { AnswerTarget, AuthorizationRequest } from './authorization_request.js';
import {
  checkClient,
  checkDpopJkt,
  checkPkce,
  checkPrompt,
  checkRedirectUri,
  checkResponseType,
  checkScope,
  checkState,
} from './checks/all.js';
import { RESPONSE_TYPES } from './response_types/registry.js';

type ReadRequest =
  | { readonly client: Client; readonly request: AuthorizationRequest }
  | { readonly target: AnswerTarget; readonly error: OAuthError };

/** Rejects with an OAuthError that must only be shown to the user. */
export async function readRequest(context: AuthContext, parameters: Form): Promise<ReadRequest> {
  const client = await checkClient(context, parameters);
  const redirect = checkRedirectUri(parameters, client);
  const input = { parameters, client, context };
  try {
    const request = {
      clientId: client.id,
      ...redirect,
      ...checkState(input),
      ...checkResponseType(input),
      ...checkUnsupported(parameters),
      ...checkPkce(input),
      ...checkScope(input),
      ...checkPrompt(input),
      ...checkDpopJkt(input),
    };
    return { client, request };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { target: errorTarget(parameters, redirect.redirectUri), error };
  }
}

/**
 * Request objects (RFC 9101) would change the meaning of the other parameters, so they are refused
 * rather than ignored.
 */
function checkUnsupported(parameters: Form): Record<never, never> {
  if (!parameters.has('request') && !parameters.has('request_uri')) return {};
  throw new OAuthError('invalid_request', 'request objects are not supported');
}

function errorTarget(parameters: Form, redirectUri: string): AnswerTarget {
  const state = parameters.get('state');
  const type = RESPONSE_TYPES.get(parameters.get('response_type') ?? '');
  const inFragment = type?.mode === 'fragment';
  return { redirectUri, inFragment, ...(state === undefined ? {} : { state }) };
}
