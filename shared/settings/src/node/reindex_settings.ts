/**
 * Settings of reindexing from remote clusters: the allowed clusters, the credentials, and the
 * connections.
 */
import { ApiError } from '@skein/errors';
import { choiceSetting, listSetting, textSetting } from '../setting_types.js';

const HOSTS_DOC =
  'clusters that _reindex may read from: host:port, or patterns of them; none unless named';

export const REINDEX = {
  allowlist: listSetting(['reindex.remote.allowlist', 'static', HOSTS_DOC], '', checkNotAll),
  /** Elasticsearch's name, and OpenSearch's before 2.0. */
  whitelist: listSetting(['reindex.remote.whitelist', 'static', HOSTS_DOC], '', checkNotAll),
  credentials: textSetting(
    [
      'reindex.remote.credentials.*',
      'static',
      'reindex.remote.credentials.NAME.host: the host:port, or pattern, that the credentials NAME of the keystore may be sent to by https, or http://host:port',
    ],
    undefined,
    checkCredentials,
  ),
  authorities: listSetting([
    'reindex.ssl.certificate_authorities',
    'static',
    "PEM files of authorities that vouch for other clusters; the runtime's own when not given",
  ]),
  certificate: textSetting([
    'reindex.ssl.certificate',
    'static',
    'PEM file of the certificate that is shown to other clusters',
  ]),
  key: textSetting(['reindex.ssl.key', 'static', "PEM file of the certificate's private key"]),
  verification: choiceSetting(
    [
      'reindex.ssl.verification_mode',
      'static',
      'full: the certificate must be vouched for and bear the name; certificate: it must be vouched for; none',
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
    `unknown setting [${key}]: of credentials the keystore holds all but [host]`,
  );
}
