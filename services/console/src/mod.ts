/**
 * The folder of the pages that `npm run build` makes of this package. It stands beside this module,
 * in the package's `dist` and in the bundle.
 */
export function consoleSite(): URL {
  return new URL('./site/', import.meta.url);
}

/**
 * The headers of the pages. They allow only the console's own scripts, styles and pictures, and
 * requests only to its own address and the issuer; no other page may embed it.
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
