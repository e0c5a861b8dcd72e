/**
 * Chooses open or token security by the settings; with tokens, sets up the trusted issuers and the
 * revocation feeds.
 */
import type { Clock, CloseStack, Log, Random, Timers } from '@skein/base';
import { TokenVerifier } from '@skein/oauth';
import { NODE, readSetting } from '@skein/settings';
import type { HttpConfig, NodeConfig } from '../config/node_config.js';
import type { StateStore } from '../master_service/mod.js';
import type { AccessMode } from './access_mode.js';
import type { Security } from './contract.js';
import { type ConfiguredIssuer, readIssuers, readResource } from './issuers.js';
import { openSecurityWith } from './open_security.js';
import { Proofs } from './proofs.js';
import { RefusalLog } from './refusal_log.js';
import { RevocationFeed } from './revocation_feed.js';
import { keySetFile, savedKeys } from './saved_keys.js';
import { TokenSecurity } from './token_security.js';

const NONCE_SECRET_BYTES = 32;

interface SecurityPorts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly smallFile: (name: string) => StateStore;
}

interface SecurityParts {
  readonly config: Pick<NodeConfig, 'settings'> & { readonly http: Pick<HttpConfig, 'cors'> };
  readonly ports: SecurityPorts;
  /** The scheme by which requests reach this node. */
  readonly scheme: 'http' | 'https';
  readonly stack: CloseStack;
}

export function startSecurity(
  access: AccessMode,
  { config, ports, scheme, stack }: SecurityParts,
): Security {
  if (access !== 'tokens') return openSecurityWith(config.http.cors);
  const { settings } = config;
  const { clock, log, random, smallFile } = ports;
  const keys = (issuer: string) => savedKeys(smallFile(keySetFile(issuer)), log);
  const issuers = readIssuers(settings, { clock, savedKeys: keys, log });
  const resource = readResource(readSetting(settings, NODE.security.resource));
  const verifier = new TokenVerifier({ issuers, clock });
  for (const issuer of issuers) followRevocations(issuer, verifier, { ports, stack });
  const nonces = {
    required: readSetting(settings, NODE.security.nonceRequired),
    secret: random.bytes(NONCE_SECRET_BYTES),
  };
  return new TokenSecurity({
    verifier,
    proofs: new Proofs({ clock, resource, scheme, nonces }),
    resource: { resource, issuers: issuers.map(({ issuer }) => issuer) },
    refusals: readSetting(settings, NODE.security.logRefusals)
      ? new RefusalLog({ log, clock })
      : undefined,
  });
}

function followRevocations(
  { revocations: source, revoked }: ConfiguredIssuer,
  verifier: TokenVerifier,
  { ports, stack }: Pick<SecurityParts, 'ports' | 'stack'>,
): void {
  if (source === undefined) return;
  const { timers, log } = ports;
  const onRevoked = () => verifier.forgetRevoked();
  const feed = new RevocationFeed({ source, revoked, onRevoked, timers, log });
  stack.add(`revocations of ${source.issuer}`, () => feed.stop());
  feed.start();
}
