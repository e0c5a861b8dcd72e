import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { staticSite } from './static_site.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-site-'));
const PAGE = '<!doctype html><title>site</title>';
const SCRIPT = 'console.log(1)';

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
}

const app = express();
const server = createServer(app);
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  write('page.html', PAGE);
  write('script-1.js', SCRIPT);
  writeFileSync(join(folder, 'secret'), 'secret');
  const encodings = ['br', 'gzip'];
  const page = {
    path: 'page.html',
    type: 'text/html; charset=utf-8',
    hash: 'h1',
    isImmutable: false,
    encodings,
  };
  const script = { path: 'script-1.js', type: 'text/javascript', hash: 'h2', isImmutable: true };
  const files = { '': page, 'script-1.js': { ...script, encodings: ['br', 'gzip'] } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files }));
  const router = express.Router();
  staticSite({
    prefix: '/_console',
    folder: pathToFileURL(`${folder}/`),
    headers: { 'content-security-policy': "default-src 'none'" },
    documents: { 'config.json': () => ({ version: '1' }) },
  })(router);
  app.use(router);
  app.use((_request, response) => {
    response.status(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The response as it arrives, compressed or not. */
function get(path: string, headers: object = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: port(), path, method, headers: { ...headers } };
    httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

it('leads to the slash, and serves the page with the headers of the site', async () => {
  expect(await get('/_console')).toMatchObject({
    status: 308,
    headers: { location: '/_console/' },
  });
  const page = await get('/_console/');
  expect(page).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'",
      etag: '"h1"',
    },
  });
  expect(page.body.toString()).toBe(PAGE);
});

it('serves what the client can unpack, and says which it is', async () => {
  const br = await get('/_console/script-1.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', etag: '"h2-br"' });
  expect(br.headers['cache-control']).toContain('immutable');
  expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
  const gzip = await get('/_console/script-1.js', { 'accept-encoding': 'br;q=0, gzip' });
  expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
  const plain = await get('/_console/script-1.js', { 'accept-encoding': 'identity' });
  expect(plain.body.toString()).toBe(SCRIPT);
});

it.each(['"h1"', 'W/"h1"', '"h0", W/"h1"', '*'])(
  'does not send again what the client has: %s',
  async (tags) => {
    const again = await get('/_console/', { 'if-none-match': tags });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  },
);

it('sends a page whose version the client does not have, but no body to HEAD', async () => {
  expect((await get('/_console/', { 'if-none-match': '"h0", "h1-br"' })).status).toBe(200);
  const head = await get('/_console/', {}, 'HEAD');
  expect([head.headers['content-length'], head.body.length]).toEqual([String(PAGE.length), 0]);
});

it('serves documents that are made when they are asked for', async () => {
  const document = await get('/_console/config.json');
  expect(document.headers['cache-control']).toBe('no-store');
  expect(JSON.parse(document.body.toString())).toEqual({ version: '1' });
});

test.each(['/_console/secret', '/_console/../secret', '/_console/%2e%2e/x', '/_console/__proto__'])(
  'what is not in the list is not there: %s',
  async (path) => expect([404, 418]).toContain((await get(path)).status),
);

it('leaves everything else to others', async () => {
  expect((await get('/_consoles')).status).toBe(418);
  expect((await get('/_console/', {}, 'POST')).status).toBe(418);
});
