/**
 * Tests, in a real browser, what a page of another origin can do to an open node on the same
 * machine. Every attempt is also made at a node that allows the page: an attempt that fails at the
 * first and works at the second was refused by the node, not by the browser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createPageServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts, ServiceProcess } from '@skein/testkit';
import type { Page } from 'playwright-core';
import { type Browser, CHROMIUM, openBrowser, SIZES } from '../../auth/test/chromium.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const EVIL = 'evil.example';

// Without a browser the suite is reported as skipped.
const describeBrowser = CHROMIUM === undefined ? describe.skip : describe;
if (CHROMIUM === undefined) {
  console.warn('no Chromium: set CHROMIUM to its path to try what pages can do to a node');
}

interface Node {
  readonly url: string;
  readonly transportPort: number;
  readonly process: ServiceProcess;
}

function listen(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

describeBrowser('a page of another origin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-pages-'));
  const pages = createPageServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>evil</title>');
  });
  /** The port to which the page's name leads: first its own server, then the node. */
  let leadsTo = 0;
  const led = new Set<Socket>();
  const name = createServer((socket) => {
    led.add(socket.once('close', () => led.delete(socket)));
    const onward = connect(leadsTo, '127.0.0.1');
    socket.once('close', () => onward.destroy());
    socket.on('error', () => socket.destroy());
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const lead = (port: number) => {
    leadsTo = port;
    for (const socket of led) socket.destroy();
  };
  let browser: Browser;
  let page: Page;
  let pagePort: number;
  let namePort: number;
  let node: Node;
  let lenient: Node;

  async function startNode(number: number, settings: Readonly<Record<string, string>>) {
    const [transportPort = 0] = await freePorts(1);
    const process = await ServiceProcess.start(ROOT, 'node', {
      'http.port': '0',
      'transport.port': String(transportPort),
      'path.data': join(folder, `node-${number}`),
      ...settings,
    });
    return { url: process.url, transportPort, process };
  }

  beforeAll(async () => {
    [pagePort, namePort] = await Promise.all([listen(pages), listen(name)]);
    [node, lenient] = await Promise.all([
      startNode(1, {}),
      startNode(2, {
        'http.cors.enabled': 'true',
        'http.cors.allow-origin': `http://${EVIL}:${pagePort}`,
        'http.allowed_hosts': EVIL,
      }),
    ]);
    const rules = `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`;
    browser = await openBrowser(SIZES.desktop, { args: [rules] });
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([node?.process.stop(), lenient?.process.stop()]);
    pages.close();
    pages.closeAllConnections();
    name.close();
    for (const socket of led) socket.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    for (const { url } of [node, lenient]) {
      await fetch(`${url}/x`, { method: 'DELETE' });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/x/_doc/1?refresh=true`, { method: 'PUT', headers, body: '{"a":1}' });
    }
    await page.goto(`http://${EVIL}:${pagePort}/`);
  });

  const show = (body: string) => page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`);

  const isUntouched = async ({ url }: Node) => {
    const answer = await fetch(`${url}/x/_count`);
    return answer.status === 200 && ((await answer.json()) as { count: number }).count === 1;
  };

  const FORMS = ['/x/_delete_by_query?q=*&refresh=true', '/x/_close', '/x/_update_by_query'];

  test.each(FORMS)('sends a form to %s in vain', async (path) => {
    const submit = async ({ url }: Node) => {
      await page.goto(`http://${EVIL}:${pagePort}/`);
      await show(`<form method="post" action="${url}${path}"><button>send</button></form>`);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === url + path),
        page.click('button'),
      ]);
      return answer.status();
    };
    expect(await submit(lenient)).toBe(200);
    expect(await submit(node)).toBe(403);
    expect(await isUntouched(node)).toBe(true);
  });

  test('sends requests whose answers it cannot read in vain', async () => {
    const send = async (target: Node) => {
      const { url } = target;
      await page.evaluate(`(async () => {
        const plain = { method: 'POST', mode: 'no-cors' };
        await fetch('${url}/x/_close', plain);
        await fetch('${url}/x/_delete_by_query?q=*&refresh=true', plain);
        navigator.sendBeacon('${url}/x/_close');
      })()`);
      return isUntouched(target);
    };
    expect(await send(lenient)).toBe(false);
    expect(await send(node)).toBe(true);
  });

  test('shows a link to what changes something in vain', async () => {
    await show(`<a href="${node.url}/_flush">flush</a>`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/_flush')),
      page.click('a'),
    ]);
    expect(answer.status()).toBe(403);
  });

  test('opens a WebSocket to the port for nodes in vain', async () => {
    const outcome = await page.evaluate(`new Promise((resolve) => {
      const socket = new WebSocket('ws://127.0.0.1:${node.transportPort}/');
      socket.onopen = () => resolve('open');
      socket.onmessage = () => resolve('told something');
      socket.onerror = () => resolve('refused');
    })`);
    expect(outcome).toBe('refused');
  });

  test('makes its own name lead to the node in vain', async () => {
    const rebound = async (host: string, target: Node) => {
      lead(pagePort);
      await page.goto(`http://${host}:${namePort}/`);
      lead(Number(new URL(target.url).port));
      return page.evaluate(`(async () => {
        const asked = await fetch('/x/_search');
        const deleted = await fetch('/x', { method: 'DELETE' });
        return [asked.status, (await asked.text()).includes('"_source"'), deleted.status];
      })()`);
    };
    expect(await rebound(EVIL, lenient)).toEqual([200, true, 200]);
    expect(await rebound(EVIL, node)).toEqual([403, false, 403]);
    expect(await isUntouched(node)).toBe(true);
    expect(await rebound('localhost', node)).toEqual([200, true, 200]);
  });
});
