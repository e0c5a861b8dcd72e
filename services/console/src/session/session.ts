/**
 * Who is signed in. Tokens are in this module's memory and nowhere else: a page that is loaded
 * again asks the issuer anew, which knows its reader by its own cookie. `token_keeper.ts` renews
 * them.
 */
import { signal } from '@preact/signals';
import { nowMs } from '../browser/clock.js';
import { replaceAddress } from '../browser/navigation.js';
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
  /** Where the cluster is, when these pages are not its own (`skein console`). */
  readonly api?: string;
  /** Absent: the node asks for no tokens. */
  readonly signIn?: SignInConfig;
}

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'open' }
  /**
   * `error` of RFC 6749 §4.1.2.1, or why the issuer could not be asked; absent: nobody has tried.
   */
  | { readonly kind: 'signed_out'; readonly error?: string }
  /** `user`: who the token speaks of, for its issuer and the nodes; not a name. */
  | { readonly kind: 'signed_in'; readonly scope: string; readonly user: string };

export const session = signal<Session>({ kind: 'starting' });
export const config = signal<ConsoleConfig>({ version: '', cluster: '' });

const PENDING = 'skein-console-sign-in';
/**
 * That somebody signed in from this tab: then a page that is loaded again looks whether they still
 * are, without asking them.
 */
const WAS_SIGNED_IN = 'skein-console-was-signed-in';
/**
 * That somebody signed out in this tab: the issuer may know them still, and whoever comes next has
 * to say who they are.
 */
const HAS_SIGNED_OUT = 'skein-console-has-signed-out';

const HERE = new URL('.', document.baseURI).href;

let issuer: { readonly metadata: IssuerMetadata; readonly config: SignInConfig } | undefined;
let tokens: TokenKeeper | undefined;
let key: ProofKey | undefined;
let endpoint: TokenEndpoint | undefined;
/** What was given at sign-in. */
let scope = '';
/** The last ones that were given (RFC 9449 §9). */
const nonces = new Map<Audience, string>();

/**
 * Learns how the node lets people in, and finishes a sign-in that brought the browser back here.
 */
export async function startSession(): Promise<void> {
  try {
    config.value = (await (await fetch(`${HERE}config.json`)).json()) as ConsoleConfig;
    const { signIn } = config.value;
    if (signIn === undefined) session.value = { kind: 'open' };
    else await begin(signIn);
  } catch (failure) {
    session.value = { kind: 'signed_out', error: (failure as Error).message };
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

/** RFC 8414 §3: the path of an issuer comes behind the well-known one. */
async function metadataOf(url: string): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const response = await fetch(`${origin}/.well-known/oauth-authorization-server${path}`);
  return (await response.json()) as IssuerMetadata;
}

function takePending(): PendingSignIn | undefined {
  const kept = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return kept === null ? undefined : (JSON.parse(kept) as PendingSignIn);
}

/**
 * Of the issuer, where this console may ask it (docs/AUTHORIZATION.md, "Administration");
 * `undefined`: it has none, or is another kind of issuer.
 */
export function administrationUri(): string | undefined {
  const uri = issuer?.metadata.administration_uri;
  if (uri === undefined || issuer === undefined) return undefined;
  return new URL(uri).origin === new URL(issuer.config.issuer).origin ? uri : undefined;
}

/** Whether to offer it: the nodes have the last word. */
export function may(right: Right): boolean {
  const who = session.value;
  return who.kind === 'open' || (who.kind === 'signed_in' && allows(who.scope, right));
}

/** Leaves the page for the issuer's. */
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

/** Ends the refresh token at the issuer, too. */
export async function signOut(): Promise<void> {
  const refreshToken = tokens?.refreshToken;
  const url = issuer?.metadata.revocation_endpoint;
  forget();
  sessionStorage.setItem(HAS_SIGNED_OUT, 'true');
  if (refreshToken !== undefined && url !== undefined) await endpoint?.revoke(url, refreshToken);
}

function forget(error?: string): void {
  tokens = undefined;
  sessionStorage.removeItem(WAS_SIGNED_IN);
  session.value = error === undefined ? { kind: 'signed_out' } : { kind: 'signed_out', error };
}

async function welcome(given: GivenTokens): Promise<void> {
  tokens = new TokenKeeper(given, { renew, nowMs });
  scope = given.scope;
  sessionStorage.setItem(WAS_SIGNED_IN, 'true');
  sessionStorage.removeItem(HAS_SIGNED_OUT);
  const response = await authorized(new URL('../_security/_authenticate', document.baseURI).href);
  if (!response.ok) return forget(`${response.status}`);
  const { username } = (await response.json()) as { readonly username: string };
  session.value = { kind: 'signed_in', scope: given.scope, user: username };
}

/** One that is meant for the administration holds nothing else. */
function renew(refreshToken: string, audience: Audience): Promise<GivenTokens> {
  if (endpoint === undefined) throw new TokenFailure('nobody has signed in');
  if (audience === 'nodes') return endpoint.refresh(refreshToken);
  const rights = scope.split(' ').filter((entry) => entry.startsWith('security:'));
  const target = { resource: issuer?.metadata.issuer ?? '', scope: rights.join(' ') };
  return endpoint.refresh(refreshToken, target);
}

/**
 * `fetch` in the name of whoever is signed in. A token that is not taken any more ends the session.
 */
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
  if (response.status === 401 && tokens !== undefined) forget('invalid_token');
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

/** As the cluster is known to others: what is asked here may be handed on to it. */
export function clusterAddress(url: string): string {
  const { api } = config.value;
  const here = new URL('..', document.baseURI).href.replace(/\/$/, '');
  return api === undefined ? url : url.replace(here, api);
}

/** An issuer that gives no more tokens has ended the session. */
async function currentToken(audience: Audience): Promise<string | undefined> {
  try {
    return await tokens?.accessToken(audience);
  } catch (failure) {
    forget((failure as Error).message);
    throw failure;
  }
}
