/**
 * Cross-origin rules (`http.cors.*`): the origins that may read responses, the answers to
 * preflights, and the detection of foreign pages.
 */

export interface CorsRules {
  readonly enabled: boolean;
  /** An origin, `*`, or `/expression/`. */
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
  /** The request is not cross-origin, or the rules are off. */
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
 * The foreign page that sends a request, unless its origin is allowed; undefined if there is none.
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
  // For an image, a link or a GET form, the browser omits the origin but reports that the request
  // is cross-site.
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn ? undefined : site;
}

/** Ignores the scheme, because a proxy may have terminated TLS. */
function isSameOrigin(origin: string, host: string): boolean {
  const [, authority] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
  return authority !== undefined && authority.toLowerCase() === host.toLowerCase();
}

/** `http.cors.allow-origin` was validated at start, so its expression compiles. */
function originAllowed(allowOrigin: string, origin: string): boolean {
  if (allowOrigin === '*') return true;
  if (allowOrigin.length > 2 && allowOrigin.startsWith('/') && allowOrigin.endsWith('/')) {
    return new RegExp(`^(?:${allowOrigin.slice(1, -1)})$`).test(origin);
  }
  return allowOrigin.split(',').some((allowed) => allowed.trim() === origin);
}
