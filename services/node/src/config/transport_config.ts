/** The configuration of the node-to-node interface and of discovery. */
import { ApiError } from '@skein/errors';
import { NODE, readSetting, type Settings } from '@skein/settings';

export interface TransportConfig {
  /** As configured: names, addresses, `_local_`. */
  readonly hosts: readonly string[];
  /** True if `transport.host` was set, rather than inherited from `network.host`. */
  readonly isHostGiven: boolean;
  readonly port: string;
  readonly publishHost: string | undefined;
  readonly publishPort: string | undefined;
  readonly secrets: readonly string[];
  readonly secretFile: string | undefined;
  /** PEM files. */
  readonly tls: TransportTlsFiles | undefined;
  readonly allowsPlain: boolean;
}

interface TransportTlsFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authorities: string;
}

export interface DiscoveryConfig {
  /** True if the node looks for no other nodes and forms a cluster of its own if it has none. */
  readonly isAlone: boolean;
  readonly seedHosts: readonly string[];
  readonly readsSeedFile: boolean;
  /** Names of the nodes in the first voting configuration of a new cluster. */
  readonly initialMasters: readonly string[];
}

/** Throws settings_exception when only some of a set of TLS files are named. */
export function readTransportConfig(settings: Settings): TransportConfig {
  const { transport } = NODE;
  return {
    hosts: readSetting(settings, transport.host),
    isHostGiven: settings.has(transport.host.key),
    port: readSetting(settings, transport.port),
    publishHost: readSetting(settings, transport.publishHost) || undefined,
    publishPort: readSetting(settings, transport.publishPort) || undefined,
    secrets: wordsOf(readSetting(settings, transport.secret), ','),
    secretFile: readSetting(settings, transport.secretFile) || undefined,
    tls: tlsOf(settings),
    allowsPlain: readSetting(settings, transport.allowPlain),
  };
}

/** Non-empty parts, trimmed. */
export function wordsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function tlsOf(settings: Settings): TransportTlsFiles | undefined {
  const { tlsCertificate, tlsKey, tlsAuthorities } = NODE.transport;
  const files = [tlsCertificate, tlsKey, tlsAuthorities];
  const [certificate = '', key = '', authorities = ''] = files.map((file) =>
    readSetting(settings, file),
  );
  if (certificate === '' && key === '' && authorities === '') return undefined;
  if (certificate !== '' && key !== '' && authorities !== '') {
    return { certificate, key, authorities };
  }
  const names = files.map((file) => `[${file.key}]`).join(', ');
  throw new ApiError('settings_exception', `${names} must be set together`);
}

/** Throws illegal_argument_exception for settings that contradict each other. */
export function readDiscoveryConfig(settings: Settings): DiscoveryConfig {
  const { discovery } = NODE;
  const isSingle = readSetting(settings, discovery.type) === 'single-node';
  const initialMasters = [
    ...new Set([
      ...readSetting(settings, discovery.initialMasters),
      ...readSetting(settings, discovery.initialManagers),
    ]),
  ];
  if (isSingle && initialMasters.length > 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `setting [${discovery.initialMasters.key}] is not allowed when [${discovery.type.key}] is set to [single-node]`,
    );
  }
  const seedHosts = readSetting(settings, discovery.seedHosts);
  const readsSeedFile = readsFile(settings);
  const isAlone =
    isSingle || (seedHosts.length === 0 && !readsSeedFile && initialMasters.length === 0);
  return {
    isAlone,
    seedHosts: isSingle ? [] : seedHosts,
    readsSeedFile: !isSingle && readsSeedFile,
    initialMasters,
  };
}

function readsFile(settings: Settings): boolean {
  const providers = readSetting(settings, NODE.discovery.seedProviders);
  for (const provider of providers) {
    if (provider !== 'settings' && provider !== 'file') {
      throw new ApiError('illegal_argument_exception', `Unknown seed providers [${provider}]`);
    }
  }
  return providers.includes('file');
}
