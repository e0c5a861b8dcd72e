/**
 * True when a request comes from the console's own pages, from the address bar, or from a program
 * that is no browser. The Host header must name this machine: otherwise a page whose own name
 * resolves to this machine could send requests (DNS rebinding). Requests from pages of other
 * origins are refused, because the cluster may be open to this machine.
 */
import type { IncomingHttpHeaders } from 'node:http';

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const OWN_SITES = ['same-origin', 'none'];

export function isOwnRequest(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = NAMES.map((name) => `${name}:${port}`);
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  if (!hosts.includes(host.toLowerCase())) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || OWN_SITES.includes(String(site)) || isNavigation(headers);
}

/**
 * The issuer redirects the browser back here: a page of another site may navigate here, but reads
 * nothing.
 */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
