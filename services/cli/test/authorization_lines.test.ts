/**
 * Runs the lines of docs/AUTHORIZATION.md, "Try it", as a new user types them, against the services
 * that `npm start` brings up.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npmStart, type Started } from './started.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'docs/AUTHORIZATION.md');
const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const folder = mkdtempSync(join(tmpdir(), 'skein-lines-'));

let started: Started;
beforeAll(async () => {
  started = await npmStart(ROOT, folder);
});
afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The lines of the code block. Each `# → …` states the result of the line before it. */
function linesOf(document: string): readonly string[] {
  const block = /^## Try it$.*?^```sh\n(.*?)^```$/ms.exec(document)?.[1] ?? '';
  return block.split('\n');
}

it('do what the comments say', () => {
  const [first, ...lines] = linesOf(readFileSync(DOCUMENT, 'utf8'));
  expect(first).toMatch(/^AUTH=\S+ SEARCH=\S+ DATA=\S+$/);
  const promises = lines.filter((line) => line.startsWith('# → ')).map((line) => line.slice(4));
  expect(promises.length).toBeGreaterThan(30);
  const script = [
    'set -euo pipefail',
    `AUTH=${started.auth} SEARCH=${started.search} DATA=${join(folder, 'auth')}`,
    `npx() { shift; '${process.execPath}' '${COMMAND}' "$@"; }`,
    ...lines.map((line) => (line.startsWith('# → ') ? "printf '\\n===\\n'" : line)),
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const printed = stdout.split('\n===\n');
  for (const [i, promise] of promises.entries()) expect(printed[i]).toContain(promise);
});

it('go through every flow', () => {
  const parts = [
    'grant_type=authorization_code',
    'grant_type=client_credentials',
    'grant_type=refresh_token',
    'grant_type=password',
    'grant_type=urn:ietf:params:oauth:grant-type:device_code',
    'response_type=token',
    'code_challenge_method=S256',
    '$AUTH/revoke',
    '$AUTH/introspect',
    '$AUTH/par',
    '$AUTH/register',
    '$AUTH/jwks.json',
    '$AUTH/.well-known/oauth-authorization-server',
    '$AUTH/admin/v1',
    'DPoP: $(proof POST',
    'DPoP: $(proof GET',
  ];
  const lines = linesOf(readFileSync(DOCUMENT, 'utf8')).join('\n');
  expect(parts.filter((part) => !lines.includes(part))).toEqual([]);
});
