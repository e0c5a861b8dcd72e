/**
 * The sign-in of the current user. Tokens are kept only in this module's memory: a reloaded page
 * asks the issuer again, which recognises the user by its own cookie. `token_keeper.ts` renews the
 * tokens.
 */

import { signal } from '@preact/signals';
import { errorOf } from '../api/failure.js';
import { nowMs } from '../browser/clock.js';
import { replaceAddress } from '../browser/navigation.js';
import { answeredJson, trustedJson } from '../json/trusted_json.js';
import {
  beginSignIn,
  type IssuerMetadata,
  type PendingSignIn,
  type Prompt,
  readAnswer,
  type SignInConfig,
} from './authorization_request.js';
import { makeProofKey, type ProofKey, proofOf } from './proof_key.js';
import { allows, type Right } from './rights.js';
import { type GivenTokens, TokenEndpoint, TokenFailure } from './token_endpoint.js';
import { type Audience, TokenKeeper } from './token_keeper.js';

export interface ConsoleConfig {
  readonly version: string;
  readonly cluster: string;
  /** The cluster's address, if these pages come from another server (`skein console`). */
  readonly api?: string;
  /** Absent when the node needs no tokens. */
  readonly signIn?: SignInConfig;
}

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'open' }
  /**
   * `error` is that of RFC 6749 §4.1.2.1, or the reason why the issuer could not be reached; absent
   * if nobody has tried to sign in. `hasEnded` is true when the token of a user who was signed in
   * is no longer accepted.
   */
  | { readonly kind: 'signed_out'; readonly error?: string; readonly hasEnded?: boolean }
  /** `user` is the token's subject, as the issuer and the nodes know it, and not a name. */
  | { readonly kind: 'signed_in'; readonly scope: string; readonly user: string };

export const session = signal<Session>({ kind: 'starting' });
export const config = signal<ConsoleConfig>({ version: '', cluster: '' });

const PENDING = 'skein-console-sign-in';
/**
 * Set when a user signed in from this tab. A reloaded page then checks without questions whether
 * the user is still signed in.
 */
const WAS_SIGNED_IN = 'skein-console-was-signed-in';
/**
 * Set when a user signed out in this tab. The issuer may still know that user, so the next one must
 * enter credentials.
 */
const HAS_SIGNED_OUT = 'skein-console-has-signed-out';

const HERE = new URL('.', document.baseURI).href;

let issuer: { readonly metadata: IssuerMetadata; readonly config: SignInConfig } | undefined;
let tokens: TokenKeeper | undefined;
let key: ProofKey | undefined;
let endpoint: TokenEndpoint | undefined;
/** The scope that was given at sign-in. */
let scope = '';
/** The last nonce of each audience (RFC 9449 §9). */
const nonces = new Map<Audience, string>();

/** Reads the node's sign-in settings, and finishes a sign-in that sent the browser back here. */
export async function startSession(): Promise<void> {
  try {
    config.value = await answeredJson<ConsoleConfig>(await fetch(`${HERE}config.json`));
    const { signIn } = config.value;
    if (signIn === undefined) session.value = { kind: 'open' };
    else await begin(signIn);
  } catch (failure) {
    session.value = { kind: 'signed_out', error: errorOf(failure).message };
  }
}

async function begin(signIn: SignInConfig): Promise<void> {
  const pending = takePending();
  const answer = readAnswer(location.search, pending, signIn.issuer);
  if (answer.kind !== 'none') replaceAddress(HERE + (pending?.returnTo ?? ''));
  issuer = { metadata: await metadataOf(signIn.issuer), config: signIn };
  const { metadata } = issuer;
  key = metadata.dpop_signing_alg_values_supported?.includes('ES256')
    ? await makeProofKey()
    : undefined;
  const url = metadata.token_endpoint;
  endpoint = new TokenEndpoint({ url, clientId: signIn.clientId, key, nowMs });
  if (answer.kind === 'code' && pending !== undefined) {
    await welcome(await endpoint.redeem(answer.code, pending.verifier, HERE));
  } else if (answer.kind === 'refused') {
    sessionStorage.removeItem(WAS_SIGNED_IN);
    const isQuiet = answer.error === 'login_required' || answer.error === 'consent_required';
    session.value = isQuiet
      ? { kind: 'signed_out' }
      : { kind: 'signed_out', error: answer.description || answer.error };
  } else if (sessionStorage.getItem(WAS_SIGNED_IN) !== null) {
    await leaveForIssuer({ prompt: 'none' });
  } else {
    session.value = { kind: 'signed_out' };
  }
}

/** The issuer's metadata. The issuer's own path comes after the well-known one (RFC 8414 §3). */
async function metadataOf(url: string): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const response = await fetch(`${origin}/.well-known/oauth-authorization-server${path}`);
  return answeredJson(response);
}

function takePending(): PendingSignIn | undefined {
  const kept = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return kept === null ? undefined : trustedJson<PendingSignIn>(kept);
}

/**
 * The address of the issuer's administration, if this console may use it (docs/AUTHORIZATION.md,
 * "Administration"); undefined if the issuer has none or is of another kind.
 */
export function administrationUri(): string | undefined {
  const uri = issuer?.metadata.administration_uri;
  if (uri === undefined || issuer === undefined) return undefined;
  return new URL(uri).origin === new URL(issuer.config.issuer).origin ? uri : undefined;
}

/** True when the console offers the action; the nodes make the final decision. */
export function may(right: Right): boolean {
  const who = session.value;
  return who.kind === 'open' || (who.kind === 'signed_in' && allows(who.scope, right));
}

/** Leaves the page for the issuer's sign-in page. */
export function signIn(): Promise<void> {
  const hasSignedOut = sessionStorage.getItem(HAS_SIGNED_OUT) !== null;
  return leaveForIssuer(hasSignedOut ? { prompt: 'login' } : {});
}

async function leaveForIssuer({ prompt }: { readonly prompt?: Prompt }): Promise<void> {
  if (issuer === undefined) return startSession();
  const { metadata, config: known } = issuer;
  const { url, pending } = await beginSignIn(metadata, {
    clientId: known.clientId,
    redirectUri: HERE,
    returnTo: location.hash,
    prompt,
  });
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(url);
}

/** Signs out, and revokes the refresh token at the issuer. */
export async function signOut(): Promise<void> {
  const refreshToken = tokens?.refreshToken;
  const url = issuer?.metadata.revocation_endpoint;
  forget();
  sessionStorage.setItem(HAS_SIGNED_OUT, 'true');
  if (refreshToken !== undefined && url !== undefined) await endpoint?.revoke(url, refreshToken);
}

function forget(why: { readonly error?: string; readonly hasEnded?: boolean } = {}): void {
  tokens = undefined;
  sessionStorage.removeItem(WAS_SIGNED_IN);
  session.value = { kind: 'signed_out', ...why };
}

async function welcome(given: GivenTokens): Promise<void> {
  tokens = new TokenKeeper(given, { renew, nowMs });
  scope = given.scope;
  sessionStorage.setItem(WAS_SIGNED_IN, 'true');
  sessionStorage.removeItem(HAS_SIGNED_OUT);
  const response = await authorized(new URL('../_security/_authenticate', document.baseURI).href);
  if (!response.ok) return forget({ error: `${response.status}` });
  const { username } = await answeredJson<{ readonly username: string }>(response);
  session.value = { kind: 'signed_in', scope: given.scope, user: username };
}

/** Renews a token. A token for the administration has only security rights. */
function renew(refreshToken: string, audience: Audience): Promise<GivenTokens> {
  if (endpoint === undefined) throw new TokenFailure('nobody has signed in');
  if (audience === 'nodes') return endpoint.refresh(refreshToken);
  const rights = scope.split(' ').filter((entry) => entry.startsWith('security:'));
  const target = { resource: issuer?.metadata.issuer ?? '', scope: rights.join(' ') };
  return endpoint.refresh(refreshToken, target);
}

/** `fetch` on behalf of the signed-in user. A token that is no longer accepted ends the session. */
export async function authorized(
  url: string,
  init: RequestInit = {},
  audience: Audience = 'nodes',
): Promise<Response> {
  const first = await send(url, init, audience);
  const renewed = first.headers.get('dpop-nonce');
  if (renewed !== null) nonces.set(audience, renewed);
  const mustRepeat = first.status === 401 && renewed !== null && tokens !== undefined;
  const response = mustRepeat ? await send(url, init, audience) : first;
  if (response.status === 401 && tokens !== undefined) forget({ hasEnded: true });
  return response;
}

async function send(url: string, init: RequestInit, audience: Audience): Promise<Response> {
  const accessToken = await currentToken(audience);
  if (accessToken === undefined) return fetch(url, init);
  const headers = new Headers(init.headers);
  if (key === undefined) {
    headers.set('authorization', `Bearer ${accessToken}`);
  } else {
    const covered = audience === 'nodes' ? clusterAddress(url) : url;
    const given = { accessToken, nonce: nonces.get(audience) };
    const of = { method: init.method ?? 'GET', url: covered, ...given };
    headers.set('authorization', `DPoP ${accessToken}`);
    headers.set('dpop', await proofOf(key, of, nowMs()));
  }
  return fetch(url, { ...init, headers });
}

/** The cluster's own address for a URL: a local console server may forward requests to it. */
export function clusterAddress(url: string): string {
  const { api } = config.value;
  const here = new URL('..', document.baseURI).href.replace(/\/$/, '');
  return api === undefined || !url.startsWith(here) ? url : api + url.slice(here.length);
}

/** The current token. If the issuer answers and refuses to renew it, the session ends. */
async function currentToken(audience: Audience): Promise<string | undefined> {
  try {
    return await tokens?.accessToken(audience);
  } catch (failure) {
    if (failure instanceof TokenFailure) forget({ hasEnded: true });
    throw failure;
  }
}
