/** The lines of docs/AUTHORIZATION.md, "Try it", as a new user types them: against both services, on ports that are free. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const folder = mkdtempSync(join(tmpdir(), 'skein-lines-'));
const data = join(folder, 'auth');

let auth: ServiceProcess;
let node: ServiceProcess;

beforeAll(async () => {
  auth = await ServiceProcess.start(ROOT, 'auth', { 'http.port': '0', 'path.data': data });
  node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': join(folder, 'node'),
    'security.oauth2.issuers.local.url': auth.url,
  });
});
afterAll(async () => {
  await Promise.all([auth?.stop(), node?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** The block, and what each `# → …` promises of the line before it. */
function linesOf(document: string): readonly string[] {
  const block = /^## Try it$.*?^```sh\n(.*?)^```$/ms.exec(document)?.[1] ?? '';
  return block.split('\n');
}

it('do what the comments say', () => {
  const [first, ...lines] = linesOf(readFileSync(join(ROOT, 'docs/AUTHORIZATION.md'), 'utf8'));
  expect(first).toMatch(/^AUTH=\S+ SEARCH=\S+ DATA=\S+$/);
  const promises = lines.filter((line) => line.startsWith('# → ')).map((line) => line.slice(4));
  expect(promises.length).toBeGreaterThan(10);
  const script = [
    'set -euo pipefail',
    `AUTH=${auth.url} SEARCH=${node.url} DATA=${data}`,
    `npx() { shift; '${process.execPath}' '${COMMAND}' "$@"; }`,
    ...lines.map((line) => (line.startsWith('# → ') ? "printf '\\n===\\n'" : line)),
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const printed = stdout.split('\n===\n');
  for (const [i, promise] of promises.entries()) expect(printed[i]).toContain(promise);
});
