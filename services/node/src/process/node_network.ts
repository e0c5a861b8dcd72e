/** Sockets between nodes: WebSockets, with the secret and the certificates that the configuration names. */
import { readFileSync } from 'node:fs';
import { ApiError } from '@skein/errors';
import { listenForNodes, secretProver, secretSeal, webSocketNetwork } from '@skein/platform';
import { type TransportConfig, wordsOf } from '../config/transport_config.js';
import type { NodeNetwork } from '../node_links/mod.js';

/** Throws settings_exception for a file that cannot be read. */
export function nodeNetwork(config: TransportConfig): NodeNetwork {
  const secrets = secretsOf(config);
  const tls = config.tls && {
    key: fileOf(config.tls.key),
    cert: fileOf(config.tls.certificate),
    ca: fileOf(config.tls.authorities),
  };
  return {
    network: webSocketNetwork(tls),
    listen: (options) => listenForNodes({ ...options, ...(tls ? { tls } : {}) }),
    prover: secrets.length === 0 ? undefined : secretProver(secrets),
    userSeal: secrets.length === 0 ? undefined : secretSeal(secrets, 'users'),
    hasTls: tls !== undefined,
  };
}

function secretsOf({ secrets, secretFile }: TransportConfig): readonly string[] {
  if (secretFile === undefined) return secrets;
  return [...secrets, ...wordsOf(fileOf(secretFile).toString('utf8'), '\n')];
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (failure) {
    throw new ApiError(
      'settings_exception',
      `file [${path}] cannot be read: ${(failure as Error).message}`,
    );
  }
}
