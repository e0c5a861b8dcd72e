/**
 * The frame of every page: no scripts, no external sources, never framed, never cached (RFC 9700
 * §4.16).
 */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { Html, html } from './html.js';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /**
   * Address that the page's form may lead to besides this server (CSP `form-action` also applies to
   * the redirect after it).
   */
  readonly leadsTo?: string;
  readonly status?: number;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --ground: #f3f4f6; --line: #8a929c; --accent: #0b57d0; --warn: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --paper: #1f2228; --ground: #14161a; --line: #7d8590; --accent: #a8c7fa; --warn: #f2b8b5; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 2rem; border-radius: .75rem; background: var(--paper); box-shadow: 0 1px 4px #0003; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: transparent; color: inherit; font: inherit; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; margin: 1.25rem .5rem 0 0; border: 1px solid var(--accent); border-radius: .375rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: var(--paper); }
button.quiet { border-color: transparent; padding-inline: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { padding: .75rem; border: 1px solid var(--warn); border-radius: .375rem; color: var(--warn); }
ul { padding-left: 1.25rem; }
li { margin: .25rem 0; }
.small { font-size: .875rem; }
.code { font: 600 1.25rem/1.5 ui-monospace, monospace; letter-spacing: .15em; text-transform: uppercase; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE, 'utf8').digest('base64');

export function sendPage(response: Response, { title, body, leadsTo, status = 200 }: Page): void {
  const target = leadsTo === undefined ? '' : ` ${formTarget(leadsTo)}`;
  response.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  });
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  response.status(status).type('text/html; charset=utf-8').send(page.text);
}

/** A CSP source: the origin, or the scheme of an application's own address. */
function formTarget(uri: string): string {
  const url = new URL(uri);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol;
}

function raw(text: string): Html {
  return new Html(text);
}
