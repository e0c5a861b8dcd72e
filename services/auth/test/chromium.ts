/** Debian's Chromium for tests that need a real browser; where there is none, they are skipped and say so. */
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

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** With a profile of its own, scripts on or off. */
export async function openBrowser(
  viewport: { readonly width: number; readonly height: number },
  { javaScriptEnabled = true }: { readonly javaScriptEnabled?: boolean } = {},
): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'skein-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    headless: true,
    args: QUIET,
    viewport,
    javaScriptEnabled,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
