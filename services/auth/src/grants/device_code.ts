/** Answers a device's poll for its user's decision (RFC 8628 §3.4). */
import type { DeviceCode } from '../models/device_code.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import { issueAccess, newRefreshToken } from '../tokens/token_issuer.js';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { currentRights, liveGrant } from './user_grant.js';

/** Increase of the interval after a premature poll (§3.5). */
const SLOW_DOWN_MS = 5000;

export const device_code: GrantType = {
  name: 'urn:ietf:params:oauth:grant-type:device_code',
  forPublicClients: true,
  isEnabled: () => true,
  issue,
};

async function issue(exchange: Exchange): Promise<Issued> {
  const { context, client, audience, dpopThumbprint } = exchange;
  const device = await polledDevice(exchange);
  if (device.state === 'denied') throw new OAuthError('access_denied', 'the user did not allow it');
  if (device.state === 'pending' || device.grantId === undefined) {
    throw new OAuthError('authorization_pending', 'the user has not decided yet');
  }
  const { grant, user } = await liveGrant(context, device.grantId);
  const rights = await currentRights(context, { client, user, scopes: grant.scopes });
  const access = issueAccess(context, { client, rights, grant, audience, dpopThumbprint });
  const refresh = newRefreshToken(context, { client, grant, dpopThumbprint });
  const nowMs = context.clock.nowMs();
  const result = await context.store.devices.redeem(device.hash, nowMs, refresh?.record);
  if (result !== 'won') throw new OAuthError('invalid_grant', 'the device code was used');
  return { ...access, refreshToken: refresh?.token };
}

async function polledDevice({ context, client, form }: Exchange): Promise<DeviceCode> {
  const { store, clock } = context;
  const value = form.get('device_code');
  if (value === undefined) throw new OAuthError('invalid_request', 'device_code is missing');
  const device = await store.devices.get(hashOpaque(value));
  if (device?.clientId !== client.id || device.state === 'used') {
    throw new OAuthError('invalid_grant', 'the device code is unknown, used or not yours');
  }
  const nowMs = clock.nowMs();
  if (device.expiresMs <= nowMs)
    throw new OAuthError('expired_token', 'the device code has expired');
  const early = nowMs - device.polledMs < device.intervalMs;
  await store.devices.polled(device.hash, nowMs, device.intervalMs + (early ? SLOW_DOWN_MS : 0));
  if (early) throw new OAuthError('slow_down', 'the device asks too often');
  return device;
}
