/**
 * Debian's Chromium for tests that need a real browser; without it they are skipped with a message.
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

/** Prevents requests to any server but the page's own. */
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
 * Timeout for hangs, not for slowness, since the machine may be busy. Set it lower to find hangs.
 */
const PATIENCE_MS = Number(process.env.BROWSER_PATIENCE_MS ?? 300_000);

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly javaScriptEnabled?: boolean;
  /** Command line arguments beside those of every test. */
  readonly args?: readonly string[];
}

/** Opens a browser with its own profile, with scripts on or off. */
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
      // The browser may still write after it was told to end.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
