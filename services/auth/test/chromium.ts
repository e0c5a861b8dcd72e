/**
 * Debian's Chromium for tests that need a real browser; where there is none, they are skipped and
 * say so.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const CHROMIUM = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path));

export const SIZES = {
  phone: { width: 375, height: 667 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Asks nobody but the page's own servers for anything. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For what hangs, not for what is slow: the machine may be busy. Less is for whoever looks for what
 * hangs.
 */
const PATIENCE_MS = Number(process.env.BROWSER_PATIENCE_MS ?? 300_000);

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly javaScriptEnabled?: boolean;
  /** Of the command line, beside those of every test. */
  readonly args?: readonly string[];
}

/** With a profile of its own, scripts on or off. */
export async function openBrowser(
  viewport: { readonly width: number; readonly height: number },
  { javaScriptEnabled = true, args = [] }: BrowserOptions = {},
): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'skein-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    headless: true,
    timeout: PATIENCE_MS,
    args: [...QUIET, ...args],
    viewport,
    javaScriptEnabled,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return {
    context,
    close: async () => {
      await context.close();
      // The browser is told to end, and its last writes may come after.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
