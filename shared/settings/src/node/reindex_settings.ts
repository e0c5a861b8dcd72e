/**
 * Settings of reindexing from remote clusters: the allowed clusters, the credentials, and the
 * connections.
 */
import { ApiError } from '@skein/errors';
import { choiceSetting, listSetting, textSetting } from '../setting_types.js';

const HOSTS_DOC =
  'remote clusters from which _reindex may read: host:port, or patterns of it; empty: none';

export const REINDEX = {
  allowlist: listSetting(['reindex.remote.allowlist', 'static', HOSTS_DOC], '', checkNotAll),
  /** Elasticsearch's name, and OpenSearch's before 2.0. */
  whitelist: listSetting(['reindex.remote.whitelist', 'static', HOSTS_DOC], '', checkNotAll),
  credentials: textSetting(
    [
      'reindex.remote.credentials.*',
      'static',
      'reindex.remote.credentials.NAME.host: host:port or pattern of the clusters to which the node sends the credentials NAME of the keystore, over https; http://host:port allows http',
    ],
    undefined,
    checkCredentials,
  ),
  authorities: listSetting([
    'reindex.ssl.certificate_authorities',
    'static',
    'PEM files of the authorities that sign the certificates of remote clusters; those of Node.js when absent',
  ]),
  certificate: textSetting([
    'reindex.ssl.certificate',
    'static',
    'PEM file of the certificate that the node presents to remote clusters',
  ]),
  key: textSetting([
    'reindex.ssl.key',
    'static',
    'PEM file of the private key of reindex.ssl.certificate',
  ]),
  verification: choiceSetting(
    [
      'reindex.ssl.verification_mode',
      'static',
      'check of the certificates of remote clusters: full (authority and host name), certificate (authority), none',
    ],
    'full',
    ['full', 'certificate', 'none'],
  ),
} as const;

/**
 * Refuses a pattern for all hosts, as OpenSearch does: any user of the API could make the node send
 * requests to any address.
 */
function checkNotAll(patterns: readonly string[]): void {
  const all = patterns.find((pattern) => /^\*+$/.test(pattern));
  if (all === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Refusing to start because allowlist [${patterns.join(', ')}] accepts all addresses. This would allow users to reindex-from-remote any URL they like effectively having the node make HTTP GETs for them.`,
  );
}

function checkCredentials(_text: string, key: string): void {
  if (key.endsWith('.host')) return;
  throw new ApiError(
    'illegal_argument_exception',
    `unknown setting [${key}]: all parts of credentials but [host] belong in the keystore`,
  );
}
