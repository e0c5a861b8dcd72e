/**
 * `skein console`: the pages on a port of their own, for a cluster that needs tokens, and closed to
 * pages of other origins.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '@skein/testkit';
import { ADMIN, type GuardedConsole, openGuardedConsole, signIn } from './guarded.js';
import { describeBrowser, ROOT } from './opened.js';

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when the command prints that it is ready. */
async function startConsole(cluster: string, port: number): Promise<Running> {
  const script = join(ROOT, 'services/cli/bin/skein.js');
  const args = [script, 'console', '--url', cluster, '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const [, url = ''] = /ready on (http:\/\/\S+)\/_console\//.exec(line) ?? [];
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

describeBrowser('the console of a cluster elsewhere', () => {
  let opened: GuardedConsole;
  let running: Running;

  beforeAll(async () => {
    opened = await openGuardedConsole();
    await opened.ask('PUT', '/books/_doc/1?refresh=true', { title: 'The Sea' });
    const [port = 0] = await freePorts(1);
    running = await startConsole(opened.url, port);
    await opened.auth.administration.clients.update('skein-console', {
      redirectUris: [`${running.url}/_console/`],
      origins: [running.url],
    });
  });
  afterAll(async () => {
    await running?.stop();
    await opened?.close();
  });

  it('signs people in at the issuer of the cluster, and shows what is there', async () => {
    const { page } = opened;
    await page.goto(`${running.url}/_console/#/search?index=books`);
    await signIn(page, ADMIN);
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor();
    await page.getByText('The Sea').first().waitFor();
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('dialog').getByText(`${opened.url}/books/_search`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Access' }).click();
    await page.getByRole('row').filter({ hasText: ADMIN.name }).waitFor();
  });

  it('adds no right of its own', async () => {
    const { status } = await fetch(`${running.url}/books/_search`);
    expect(status).toBe(401);
  });

  it('answers no page of another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${running.url}/books/_search`, { headers })).status).toBe(403);
  });

  it('broke no rule of its own', () => {
    expect(opened.faults.filter((fault) => !fault.startsWith(running.url))).toEqual([]);
  });
});
