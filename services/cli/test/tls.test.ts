/**
 * Both services over TLS with certificates of `skein certs`: a token, a search, and a certificate
 * that is replaced while they run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { ServiceProcess } from '@skein/testkit';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const folder = mkdtempSync(join(tmpdir(), 'skein-tls-'));
const certs = join(folder, 'certs');
const at = (name: string) => join(certs, name);

function skein(...args: string[]): string {
  return execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

let auth: ServiceProcess;
let node: ServiceProcess;
let secret: string;
let ca: Buffer;

beforeAll(async () => {
  skein('certs', '--out', certs, '--host', 'localhost', '127.0.0.1');
  ca = readFileSync(at('ca.crt'));
  const tls = {
    'http.tls.certificate': at('localhost.crt'),
    'http.tls.key': at('localhost.key'),
    'http.port': '0',
  };
  const data = join(folder, 'auth');
  const printed = skein(
    'auth',
    'add-client',
    'job',
    '--scope',
    'cluster:monitor',
    '-E',
    `path.data=${data}`,
  );
  secret = (JSON.parse(printed) as { client_secret: string }).client_secret;
  auth = await ServiceProcess.start(ROOT, 'auth', { ...tls, 'path.data': data });
  node = await ServiceProcess.start(ROOT, 'node', {
    ...tls,
    'path.data': join(folder, 'node'),
    'security.oauth2.issuers.own.url': auth.url,
    'security.oauth2.issuers.own.ca': at('ca.crt'),
  });
});
afterAll(async () => {
  await Promise.all([auth?.stop(), node?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

function ask(
  url: string,
  { form, token, trust = ca }: { form?: string; token?: string; trust?: Buffer },
): Promise<Answer> {
  const headers = {
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const method = form === undefined ? 'GET' : 'POST';
  return new Promise((done, fail) => {
    const asked = request(url, { ca: trust, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => done({ status: response.statusCode, text }));
    });
    asked.once('error', fail);
    asked.end(form);
  });
}

async function tokenFrom(url: string): Promise<string> {
  const form = `grant_type=client_credentials&client_id=job&client_secret=${secret}`;
  return (JSON.parse((await ask(`${url}/token`, { form })).text) as { access_token: string })
    .access_token;
}

/** The serial number of the certificate that the service presents. */
function shown(url: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca }, () => {
      done(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', fail);
  });
}

it('issues and takes tokens over TLS alone', async () => {
  expect(auth.url).toMatch(/^https:/);
  expect(node.url).toMatch(/^https:/);
  const token = await tokenFrom(auth.url);
  expect((await ask(`${node.url}/_cluster/health`, { token })).status).toBe(200);
  expect((await ask(`${node.url}/_cluster/health`, {})).status).toBe(401);
  const stranger = ask(`${node.url}/`, { token, trust: Buffer.from('') });
  await expect(stranger).rejects.toThrow();
  await expect(fetch(node.url.replace('https', 'http'))).rejects.toThrow();
});

it('follows a certificate that is replaced, without a dropped request', async () => {
  const before = await Promise.all([shown(auth.url), shown(node.url)]);
  skein('certs', '--out', certs, '--host', 'localhost', '127.0.0.1');
  const token = await tokenFrom(auth.url);
  const isNew = async () => {
    const now = await Promise.all([shown(auth.url), shown(node.url)]);
    return now.every((serial, i) => serial !== before[i]);
  };
  const deadline = Date.now() + 120_000;
  while (!(await isNew())) {
    expect((await ask(`${node.url}/_cluster/health`, { token })).status).toBe(200);
    if (Date.now() > deadline) throw new Error('the old certificate is still shown');
  }
});

it.each([
  [{ 'http.tls.certificate': at('localhost.crt') }, 'must be set together'],
  [
    { 'http.tls.certificate': at('none.crt'), 'http.tls.key': at('localhost.key') },
    'cannot be used',
  ],
  [{ 'http.tls.certificate': at('ca.crt'), 'http.tls.key': at('localhost.key') }, 'cannot be used'],
])('neither service starts with %j', async (settings, reason) => {
  for (const name of ['auth', 'node'] as const) {
    const options = Object.entries(settings).flatMap(([key, value]) => ['-E', `${key}=${value}`]);
    const data = ['-E', `path.data=${join(folder, `${name}2`)}`, '-E', 'http.port=0'];
    expect(() => skein(name, ...options, ...data)).toThrow(reason);
  }
});
