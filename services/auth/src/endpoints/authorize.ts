/** `/authorize` and `/oauth/authorize` (RFC 6749 §3.1), GET and POST. */
import type { Request, Response } from 'express';
import { errorAnswer, sendAnswer, targetOf } from '../authorization/answer.js';
import { complete } from '../authorization/complete.js';
import { needsConsent, needsLogin } from '../authorization/next_step.js';
import { readRequest } from '../authorization/read_request.js';
import type { AuthContext } from '../context.js';
import { type Form, parseForm } from '../form.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { browserOf, type NewInteraction, startInteraction } from '../sessions/interaction.js';
import { signedIn } from '../sessions/session.js';
import { rightsOfUser } from '../tokens/effective_scope.js';
import { formOf } from './form_endpoint.js';
import { type PageHandler, seeOther } from './page_endpoint.js';
import { pushedParameters } from './pushed_request.js';

export function authorizeHandler(context: AuthContext): PageHandler {
  return async (request, response) => {
    const parameters = await pushedParameters(context, parametersOf(request));
    const read = await readRequest(context, parameters);
    if ('error' in read) {
      sendAnswer(response, read.target, { ...errorAnswer(read.error), iss: context.issuer });
      return;
    }
    const { client, request: asked } = read;
    const { scopes, prompts, maxAgeSeconds } = asked;
    const interaction: NewInteraction = {
      kind: 'authorize',
      request: asked,
      clientId: client.id,
      scopes,
      prompts,
      ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    };
    const quiet = await answerQuietly(context, { request, response, client, interaction });
    if (quiet) return;
    const visitor = { browser: browserOf(context, request, response), ip: request.ip };
    const id = await startInteraction(context, visitor, interaction);
    seeOther(context, response, `/interaction/${id}`);
  };
}

/** The parameters of the query or of the form, never of both. */
function parametersOf(request: Request): Form {
  const query = /\?(.*)$/s.exec(request.originalUrl)?.[1] ?? '';
  if (request.method !== 'POST') return parseForm(query);
  if (query === '') return formOf(request);
  throw new OAuthError('invalid_request', 'parameters are given twice');
}

interface QuietAttempt {
  readonly request: Request;
  readonly response: Response;
  readonly client: Client;
  readonly interaction: Extract<NewInteraction, { kind: 'authorize' }>;
}

/** Answers without a page if that is possible or required; false if the user must be asked. */
async function answerQuietly(
  context: AuthContext,
  { request, response, client, interaction }: QuietAttempt,
): Promise<boolean> {
  const user = await signedIn(context, request);
  const createdMs = context.clock.nowMs();
  const mustBeQuiet = interaction.prompts.includes('none');
  if (user === undefined || needsLogin(context, { interaction, createdMs }, user)) {
    return mustBeQuiet && demand(context, response, { interaction, code: 'login_required' });
  }
  const { scopes: wanted } = interaction;
  const asking = { client, user: user.user, scopes: wanted };
  const { scopes } = await rightsOfUser(context.store, asking);
  const asked = { interaction, createdMs, client, scopes };
  if (scopes.length === 0 || (await needsConsent(context, asked, user))) {
    return mustBeQuiet && demand(context, response, { interaction, code: 'consent_required' });
  }
  await complete(context, response, { interaction, client, scopes, signedIn: user });
  return true;
}

function demand(
  context: AuthContext,
  response: Response,
  {
    interaction,
    code,
  }: Pick<QuietAttempt, 'interaction'> & { code: 'login_required' | 'consent_required' },
): true {
  const error = new OAuthError(code, 'the user would have to be asked');
  const answer = { ...errorAnswer(error), iss: context.issuer };
  sendAnswer(response, targetOf(interaction.request), answer);
  return true;
}
