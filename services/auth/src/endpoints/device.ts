/**
 * Devices without a browser (RFC 8628): `POST /device_authorization` for the device, `/device` for
 * its user.
 */
import { randomInt } from 'node:crypto';
import { authenticateClient } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import { device_code } from '../grants/device_code.js';
import type { ThrottlePolicy } from '../models/throttle.js';
import { addressBlock } from '../network_address.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import { deviceCodePage } from '../pages/device_page.js';
import { sendPage } from '../pages/page.js';
import { refuseFor } from '../passwords/login_throttle.js';
import { checkFormToken, formToken } from '../sessions/form_token.js';
import { browserOf, startInteraction } from '../sessions/interaction.js';
import { requestedScopes } from '../tokens/effective_scope.js';
import { type FormHandler, formOf } from './form_endpoint.js';
import { localPath, type PageHandler, seeOther } from './page_endpoint.js';

const DEVICE_GRANT = device_code.name;

const DEVICE_SECONDS = 600;
const INTERVAL_SECONDS = 5;
/** No vowels, so that codes form no words (§6.1); 20^8 codes are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LETTERS = 8;
/**
 * Throttle for wrong codes from one address in total (a right code does not count, and resets
 * nothing), and for uses of one code from anywhere. An address gets about 20 guesses of 2^34 in the
 * lifetime of a code: ten thousand addresses find one of a thousand waiting devices with a
 * probability of one percent (§5.1), and block no one else.
 */
const GUESS_THROTTLE: ThrottlePolicy = {
  limit: 10,
  firstWaitMs: 5000,
  longestWaitMs: 60_000,
  forgetMs: 600_000,
};

export function deviceAuthorizationHandler(context: AuthContext): FormHandler {
  return async (form, request) => {
    const { store, clock, issuer } = context;
    const client = await authenticateClient(context, request.headers.authorization, form);
    if (!client.grants.includes(DEVICE_GRANT)) {
      throw new OAuthError('unauthorized_client', 'the client may not use this grant type');
    }
    const scopes = requestedScopes(form.get('scope'), client.scopes);
    await context.waitingRoom.enter(context, request.ip);
    const deviceCode = newOpaque();
    const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
    const userCode = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
    await store.devices.add({
      hash: hashOpaque(deviceCode),
      userCodeHash: hashOpaque(userCode),
      clientId: client.id,
      scopes,
      state: 'pending',
      grantId: undefined,
      intervalMs: INTERVAL_SECONDS * 1000,
      polledMs: 0,
      expiresMs: clock.nowMs() + DEVICE_SECONDS * 1000,
    });
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${userCode}`,
      expires_in: DEVICE_SECONDS,
      interval: INTERVAL_SECONDS,
    };
  };
}

export function devicePageHandler(context: AuthContext): PageHandler {
  return async (request, response) => {
    const browser = browserOf(context, request, response);
    const given = new URL(request.originalUrl, context.issuer).searchParams.get('user_code');
    const userCode = normalizedCode(given ?? '') ?? '';
    sendPage(response, deviceCodePage({ ...formOfPage(context, browser), userCode }));
  };
}

export function deviceFormHandler(context: AuthContext): PageHandler {
  return async (request, response) => {
    const { store, clock } = context;
    const browser = browserOf(context, request, response);
    const form = formOf(request);
    checkFormToken(context, request, { form, browser, purpose: 'device' });
    const nowMs = clock.nowMs();
    const userCode = normalizedCode(form.get('user_code') ?? '') ?? '';
    const guesser = `device-code:address:${hashOpaque(addressBlock(request.ip ?? ''))}`;
    // Throttled before the lookup, so that a delayed caller does not learn of a right guess either.
    refuseFor(await store.throttle.attempt(guesser, nowMs, GUESS_THROTTLE));
    const device = await store.devices.byUserCode(hashOpaque(userCode));
    if (device?.state !== 'pending' || device.expiresMs <= nowMs) {
      const problem = 'This code is not known or has expired.';
      const page = { ...formOfPage(context, browser), userCode, problem, status: 400 };
      sendPage(response, deviceCodePage(page));
      return;
    }
    await store.throttle.forgive(guesser);
    const { clientId, scopes, hash: deviceHash } = device;
    refuseFor(await store.throttle.attempt(`device-code:${deviceHash}`, nowMs, GUESS_THROTTLE));
    const interaction = {
      kind: 'device',
      deviceHash,
      userCode,
      clientId,
      scopes,
      prompts: [],
    } as const;
    const id = await startInteraction(context, { browser, ip: request.ip }, interaction);
    seeOther(context, response, `/interaction/${id}`);
  };
}

function formOfPage(context: AuthContext, browser: string): { formToken: string; action: string } {
  return { formToken: formToken(browser, 'device'), action: localPath(context, '/device') };
}

/** The printed form of the code, however it was typed. */
function normalizedCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
  return letters.length === CODE_LETTERS ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
