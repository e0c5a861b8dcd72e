import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '@skein/settings';
import express from 'express';
import { type ConsoleParts, consolePages, isConsoleEnabled } from './console_pages.js';

const settings = (entries: Readonly<Record<string, string>>): Settings =>
  new Map(Object.entries(entries));

const ISSUERS = {
  'security.oauth2.issuers.a.url': 'https://a.example/tenant',
  'security.oauth2.issuers.b.url': 'https://b.example',
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function configOf(parts: Pick<ConsoleParts, 'settings' | 'access'>): Promise<Response> {
  const app = express();
  const router = express.Router();
  consolePages({ ...parts, clusterName: 'geese', routes: ['GET /'] })(router);
  app.use(router);
  server = createServer(app);
  const made = server;
  await new Promise<void>((listening) => made.listen(0, '127.0.0.1', listening));
  return fetch(`http://127.0.0.1:${(made.address() as AddressInfo).port}/_console/config.json`);
}

it('tells the page of no issuer where no tokens are asked for', async () => {
  const response = await configOf({ settings: settings(ISSUERS), access: 'open' });
  const config = await response.json();
  expect(config).toMatchObject({ cluster: 'geese' });
  expect(config).not.toHaveProperty('signIn');
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';");
});

it('names the first issuer, and lets the page ask it', async () => {
  const response = await configOf({ settings: settings(ISSUERS), access: 'tokens' });
  const signIn = { issuer: 'https://a.example/tenant', clientId: 'skein-console' };
  expect(await response.json()).toMatchObject({ signIn });
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' https://a.example;");
});

it('names the one that is wanted', async () => {
  const wanted = { 'console.issuer': 'https://b.example', 'console.client_id': 'c' };
  const all = settings({ ...ISSUERS, ...wanted });
  const response = await configOf({ settings: all, access: 'tokens' });
  const signIn = { issuer: 'https://b.example', clientId: 'c' };
  expect(await response.json()).toMatchObject({ signIn });
});

it('refuses one that the node does not trust', () => {
  const all = settings({ ...ISSUERS, 'console.issuer': 'https://c.example' });
  const parts = { settings: all, access: 'tokens', clusterName: 'geese', routes: [] } as const;
  expect(() => consolePages(parts)).toThrow(
    'value [https://c.example] for setting [console.issuer] is none of the issuers',
  );
});

it('is there unless it is turned off', () => {
  expect(isConsoleEnabled(settings({}))).toBe(true);
  expect(isConsoleEnabled(settings({ 'console.enabled': 'false' }))).toBe(false);
});
