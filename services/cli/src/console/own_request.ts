/**
 * Whether a request comes from the console's own pages, from the address bar or from no browser.
 * Its name has to be one of this machine, or a page that makes its own name lead here (DNS
 * rebinding) could ask; and what a page of another origin asks is refused, for the cluster may be
 * one that is open to this machine.
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

/** The issuer sends the browser back: a page of another site may lead here, and reads nothing. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
