/**
 * WebSockets between nodes, secured by the configured secret and certificates, or by the secret in
 * the data folder.
 */
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { listenForNodes, readSettingsFile, SecretFile, webSocketNetwork } from '@skein/platform';
import type { NodeConfig } from '../config/node_config.js';
import { type TransportConfig, wordsOf } from '../config/transport_config.js';
import type { NodeNetwork } from '../node_links/mod.js';

const OWN_SECRET = 'transport_secret';

/** Throws settings_exception for an unreadable file, or one without the expected secret. */
export function nodeNetwork(
  { transport, dataPath }: Pick<NodeConfig, 'transport' | 'dataPath'>,
  maxConnections: number,
): NodeNetwork {
  const tls = transport.tls && {
    key: readSettingsFile(transport.tls.key),
    cert: readSettingsFile(transport.tls.certificate),
    ca: readSettingsFile(transport.tls.authorities),
  };
  return {
    network: webSocketNetwork(tls),
    listen: (options) => listenForNodes({ ...options, maxConnections, ...(tls ? { tls } : {}) }),
    secrets: secretsOf(transport),
    ownSecret: new SecretFile(join(dataPath, OWN_SECRET)),
    hasTls: tls !== undefined,
  };
}

function secretsOf({ secrets, secretFile }: TransportConfig): readonly string[] {
  if (secretFile === undefined) return secrets;
  const inFile = wordsOf(readSettingsFile(secretFile).toString('utf8'), '\n');
  if (inFile.length > 0) return [...secrets, ...inFile];
  throw new ApiError('settings_exception', `file [${secretFile}] holds no secret`);
}
