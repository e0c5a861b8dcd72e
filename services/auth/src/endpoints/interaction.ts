/** The pages between a request and its response: `/interaction/ID`, `…/login`, `…/consent`. */
import type { Request, Response } from 'express';
import { complete, refuse } from '../authorization/complete.js';
import { needsConsent, needsLogin } from '../authorization/next_step.js';
import { type AuthContext, audit } from '../context.js';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { consentPage } from '../pages/consent_page.js';
import { loginPage } from '../pages/login_page.js';
import { sendPage } from '../pages/page.js';
import { knownDevice, rememberDevice } from '../sessions/device_cookie.js';
import { checkFormToken, formToken } from '../sessions/form_token.js';
import {
  closeInteraction,
  type Interaction,
  type OpenInteraction,
  openInteraction,
} from '../sessions/interaction.js';
import { type SignedIn, signedIn, signIn, signOut } from '../sessions/session.js';
import { rightsOfUser } from '../tokens/effective_scope.js';
import { formOf } from './form_endpoint.js';
import { localPath, type PageHandler, seeOther } from './page_endpoint.js';

/** All data of one request for one of the pages. */
interface Visit {
  readonly context: AuthContext;
  readonly request: Request;
  readonly response: Response;
  readonly open: OpenInteraction;
  readonly client: Client;
}

export function interactionHandler(context: AuthContext): PageHandler {
  return async (request, response) => showNext(await visitOf(context, request, response));
}

export function loginHandler(context: AuthContext): PageHandler {
  return async (request, response) => {
    const visit = await visitOf(context, request, response);
    const form = checkedForm(visit, 'login');
    const userName = form.get('username') ?? '';
    const source = { address: request.ip, knownDevice: knownDevice(context, request, userName) };
    const user = await context.passwords.check(userName, form.get('password') ?? '', source);
    if (!user) {
      await audit(context, { event: 'login_failed', clientId: visit.client.id });
      showLogin(visit, {
        userName,
        problem: 'The user name or the password is wrong.',
        status: 400,
      });
      return;
    }
    await signIn(context, { request, response, user });
    rememberDevice(context, { request, response, name: userName });
    await audit(context, { event: 'login', clientId: visit.client.id, userId: user.id });
    seeOther(context, response, `/interaction/${visit.open.id}`);
  };
}

export function consentHandler(context: AuthContext): PageHandler {
  return async (request, response) => {
    const visit = await visitOf(context, request, response);
    const { open, client } = visit;
    const decision = checkedForm(visit, 'consent').get('decision');
    if (decision === 'switch') {
      await signOut(context, request, response);
      seeOther(context, response, `/interaction/${open.id}`);
      return;
    }
    const current = await currentUser(visit);
    if (!current) return seeOther(context, response, `/interaction/${open.id}`);
    await closeInteraction(context, open.id);
    const { interaction } = open;
    const scopes = await allowedScopes(visit, current);
    if (decision !== 'allow' || scopes.length === 0) {
      await audit(context, {
        event: 'consent_denied',
        clientId: client.id,
        userId: current.user.id,
      });
      await refuse(context, response, { interaction, error: denied() });
      return;
    }
    await complete(context, response, { interaction, client, scopes, signedIn: current });
  };
}

async function visitOf(context: AuthContext, request: Request, response: Response): Promise<Visit> {
  const open = await openInteraction(context, request);
  const client = await context.store.clients.get(open.interaction.clientId);
  if (!client || client.disabled) {
    throw new OAuthError('invalid_request', 'The application is not known any more');
  }
  return { context, request, response, open, client };
}

async function showNext(visit: Visit): Promise<void> {
  const { context, response, open, client } = visit;
  const { interaction } = open;
  const current = await currentUser(visit);
  if (!current) return showLogin(visit);
  const scopes = await allowedScopes(visit, current);
  if (scopes.length === 0) {
    await closeInteraction(context, open.id);
    await refuse(context, response, { interaction, error: denied() });
    return;
  }
  const asked = { interaction, createdMs: interaction.createdMs, client, scopes };
  if (!(await needsConsent(context, asked, current))) {
    await closeInteraction(context, open.id);
    await complete(context, response, { interaction, client, scopes, signedIn: current });
    return;
  }
  const page = consentPage({
    action: localPath(context, `/interaction/${open.id}/consent`),
    formToken: formToken(open.browser, `${open.id}/consent`),
    clientName: client.name,
    userName: current.user.name,
    scopes,
    leadsTo: redirectOf(interaction),
    ...(interaction.kind === 'device' ? { userCode: interaction.userCode } : {}),
  });
  sendPage(response, page);
}

async function currentUser({ context, request, open }: Visit): Promise<SignedIn | undefined> {
  const { interaction } = open;
  const current = await signedIn(context, request);
  const asked = { interaction, createdMs: interaction.createdMs };
  return needsLogin(context, asked, current) ? undefined : current;
}

async function allowedScopes(
  { context, open, client }: Visit,
  { user }: SignedIn,
): Promise<readonly string[]> {
  const { scopes } = open.interaction;
  return (await rightsOfUser(context.store, { client, user, scopes })).scopes;
}

function showLogin(
  { context, response, open, client }: Visit,
  again: { readonly userName?: string; readonly problem?: string; readonly status?: number } = {},
): void {
  const page = loginPage({
    action: localPath(context, `/interaction/${open.id}/login`),
    formToken: formToken(open.browser, `${open.id}/login`),
    clientName: client.name,
    leadsTo: redirectOf(open.interaction),
    ...again,
  });
  sendPage(response, page);
}

function checkedForm({ context, request, open }: Visit, step: string): Form {
  const form = formOf(request);
  checkFormToken(context, request, { form, browser: open.browser, purpose: `${open.id}/${step}` });
  return form;
}

function redirectOf(interaction: Interaction): string | undefined {
  return interaction.kind === 'authorize' ? interaction.request.redirectUri : undefined;
}

function denied(): OAuthError {
  return new OAuthError('access_denied', 'the user did not allow it');
}
