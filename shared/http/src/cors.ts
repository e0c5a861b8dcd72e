/**
 * Cross-origin rules (`http.cors.*`): which origins may read answers, what a preflight is told, and
 * which pages are strangers.
 */

export interface CorsRules {
  readonly enabled: boolean;
  /** A text, `*`, or `/expression/`. */
  readonly allowOrigin: string;
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly allowCredentials: boolean;
  readonly maxAgeSeconds: number;
}

export const CORS_OFF: CorsRules = {
  enabled: false,
  allowOrigin: '',
  allowMethods: [],
  allowHeaders: [],
  allowCredentials: false,
  maxAgeSeconds: 0,
};

export type CorsVerdict =
  /** Not a cross-origin request, or rules are off. */
  | { readonly kind: 'none' }
  | { readonly kind: 'allowed'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused' };

export function corsVerdict(
  rules: CorsRules,
  request: { readonly method: string; readonly origin: string | undefined; readonly host: string },
): CorsVerdict {
  const { origin } = request;
  if (!rules.enabled || origin === undefined) return { kind: 'none' };
  if (isSameOrigin(origin, request.host)) return { kind: 'none' };
  if (!originAllowed(rules.allowOrigin, origin)) return { kind: 'refused' };
  const wildcard = rules.allowOrigin === '*' && !rules.allowCredentials;
  const headers: Record<string, string> = {
    'access-control-allow-origin': wildcard ? '*' : origin,
    ...(wildcard ? {} : { vary: 'Origin' }),
    ...(rules.allowCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
    'access-control-expose-headers': 'X-Elastic-Product, X-Opaque-Id, Warning',
  };
  if (request.method === 'OPTIONS') {
    headers['access-control-allow-methods'] = rules.allowMethods.join(', ');
    headers['access-control-allow-headers'] = rules.allowHeaders.join(', ');
    headers['access-control-max-age'] = String(rules.maxAgeSeconds);
  }
  return { kind: 'allowed', headers };
}

/**
 * The page of another origin that sends a request, unless it is one of those that are let in;
 * `undefined` when no such page does.
 */
export function foreignPage(
  rules: CorsRules,
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  if (origin !== undefined) {
    if (isSameOrigin(origin, host)) return undefined;
    return rules.enabled && originAllowed(rules.allowOrigin, origin) ? undefined : origin;
  }
  // An image, a link, a form that is sent by GET: the browser leaves out where it comes from, and
  // says that it comes from elsewhere.
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn ? undefined : site;
}

/** A proxy before the server may have ended TLS: the scheme does not count. */
function isSameOrigin(origin: string, host: string): boolean {
  const [, authority] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
  return authority !== undefined && authority.toLowerCase() === host.toLowerCase();
}

/** `http.cors.allow-origin` was checked at start: an expression here compiles. */
function originAllowed(allowOrigin: string, origin: string): boolean {
  if (allowOrigin === '*') return true;
  if (allowOrigin.length > 2 && allowOrigin.startsWith('/') && allowOrigin.endsWith('/')) {
    return new RegExp(`^(?:${allowOrigin.slice(1, -1)})$`).test(origin);
  }
  return allowOrigin.split(',').some((allowed) => allowed.trim() === origin);
}
