/**
 * Where the pages lie that `npm run build` makes of this package. The folder stands beside this
 * module, in the package's `dist` and in the bundle.
 */
export function consoleSite(): URL {
  return new URL('./site/', import.meta.url);
}

/**
 * No script, style or picture but the console's own, no request but to this address and to the
 * issuer, and no page around it.
 */
export function consoleHeaders(issuer: string | undefined): Readonly<Record<string, string>> {
  const asked = issuer === undefined ? '' : ` ${new URL(issuer).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${asked}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}
