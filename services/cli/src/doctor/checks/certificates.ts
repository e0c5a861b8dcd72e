/**
 * Finds TLS certificates that have expired or soon will: the one that the address presents, and
 * those in the files of the configuration.
 */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { error, type Finding, warning } from '../finding.js';

const DAY_MS = 24 * 3_600_000;
const SOON_DAYS = 30;
const CONNECT_MS = 10_000;

/** Reports a certificate that has expired or soon will. `where` names its owner in the message. */
export function endOf(where: string, validTo: Date, nowMs: number): readonly Finding[] {
  const days = Math.floor((validTo.getTime() - nowMs) / DAY_MS);
  const until = validTo.toISOString().slice(0, 10);
  const mend =
    'create a new certificate (skein certs --out config/certs --host NAME, or your authority) and restart the node';
  if (days < 0) return [error(`the certificate of ${where} expired on ${until}`, mend)];
  if (days > SOON_DAYS) return [];
  return [warning(`the certificate of ${where} expires on ${until}, in ${days} days`, mend)];
}

/** Checks the first certificate of a PEM file. */
export function certificateFile(key: string, path: string, nowMs: number): readonly Finding[] {
  if (!existsSync(path)) {
    return [
      error(`[${key}] names [${path}], which does not exist`, 'create a certificate: skein certs'),
    ];
  }
  try {
    const certificate = new X509Certificate(readFileSync(path));
    return endOf(`[${key}], [${path}],`, certificate.validToDate, nowMs);
  } catch (thrown) {
    return [
      error(
        `[${path}] of [${key}] is not a certificate: ${String(thrown)}`,
        'create a certificate: skein certs',
      ),
    ];
  }
}

/**
 * Checks a server's certificate, whichever authority signed it. An address without TLS has none.
 */
export async function certificateOf(url: string, nowMs: number): Promise<readonly Finding[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await shownBy(host, port === '' ? 443 : Number(port));
  return found === undefined ? [] : endOf(`${host}:${port}`, found.validToDate, nowMs);
}

/**
 * The certificate that the server presents; undefined if it does not answer, which another check
 * reports.
 */
function shownBy(host: string, port: number): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    // Only the certificate's dates are read, so that an expired one can be read too.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
    const end = (found: X509Certificate | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(CONNECT_MS, () => end(undefined));
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()));
    socket.once('error', () => end(undefined));
  });
}
