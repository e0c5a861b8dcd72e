/**
 * The console of a real node in a real browser, and checks for every page: no violation found by
 * axe, nothing blocked by the content security policy, no request to other hosts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';
import type { Page } from 'playwright-core';
import { type Browser, CHROMIUM, openBrowser, SIZES } from '../../auth/test/chromium.js';

export { CHROMIUM, SIZES };

export const ROOT = resolve(import.meta.dirname, '../../..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A folder for pictures of the pages, for people to look at. */
const PICTURES = process.env.SCREENSHOTS;

// Without a browser the tests appear as skipped in the report.
export const describeBrowser = CHROMIUM === undefined ? describe.skip : describe;
if (CHROMIUM === undefined)
  console.warn('no Chromium: set CHROMIUM to its path to try the console');

export interface OpenedConsole {
  readonly url: string;
  readonly page: Page;
  /** Requests and loads that the browser blocked, and errors of scripts. */
  readonly faults: readonly string[];
  /** Sends a request; with `token` if the node needs tokens. */
  ask<T>(method: string, path: string, body?: string | object, token?: string): Promise<T>;
  open(place: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a node with these settings; it is open unless they name an issuer. `others` lists further
 * origins that the page may send requests to.
 */
export async function openConsole(
  settings: Readonly<Record<string, string>> = {},
  others: readonly string[] = [],
): Promise<OpenedConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-console-'));
  const node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'transport.port': '0',
    'path.data': join(folder, 'node'),
    ...settings,
  });
  const browser = await openBrowser(SIZES.desktop);
  const page = await browser.context.newPage();
  return {
    url: node.url,
    page,
    faults: watched(page, [node.url, ...others]),
    ask: (method, path, body, token) => ask(node.url + path, { method, body, token }),
    open: async (place) => {
      await page.goto(`${node.url}/_console/${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    close: () => closeAll(browser, node, folder),
  };
}

async function closeAll(browser: Browser, node: ServiceProcess, folder: string): Promise<void> {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Sent {
  readonly method: string;
  readonly body: string | object | undefined;
  readonly token: string | undefined;
}

async function ask<T>(url: string, { method, body, token }: Sent): Promise<T> {
  const isLines = typeof body === 'string';
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
    headers: {
      'content-type': isLines ? 'application/x-ndjson' : 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

function watched(page: Page, known: readonly string[]): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser also logs the API's error answers; pages show those themselves.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
      faults.push(message.text());
    }
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isLocal = protocol === 'data:' || protocol === 'blob:';
    if (!isLocal && !known.includes(origin)) faults.push(request.url());
  });
  return faults;
}

interface AxeAnswer {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The violations, each with its elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<AxeAnswer>('axe.run()');
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.screenshot({ path: join(PICTURES, `${name}.jpg`), type: 'jpeg', quality: 60 });
}

/**
 * How much wider than its place the page or an open dialog is, in pixels. Charts take their new
 * width a moment after the window does, so the page has some time to become narrow enough.
 */
const TOO_WIDE = `new Promise((resolve) => {
  const untilMs = performance.now() + 10_000;
  const look = () => {
    const tooWide = Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    );
    if (tooWide <= 0 || performance.now() > untilMs) resolve(tooWide);
    else requestAnimationFrame(look);
  };
  look();
})`;

/**
 * Checks a page in both themes and on a phone: axe finds nothing, and nothing is wider than the
 * screen.
 */
export async function checkLook(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await keepPicture(page, `${name}-${colorScheme}`);
    expect([name, colorScheme, await violations(page)]).toEqual([name, colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(SIZES.phone);
  await keepPicture(page, `${name}-phone`);
  expect([name, await page.evaluate(TOO_WIDE)]).toEqual([name, 0]);
  await page.setViewportSize(SIZES.desktop);
}
