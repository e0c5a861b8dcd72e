/**
 * Measures the console's first screen: each round starts a node without data and a browser with an
 * empty cache, opens the console, and prints the milliseconds from the request of the page to the
 * first paint and to the figures of the cluster, and the kilobytes that came over the wire.
 *
 *     CHROMIUM=/usr/bin/chromium node scripts/first_screen.ts [--rounds 5]
 *
 * Needs a build. Figures mean little while something else uses the processors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { ServiceProcess } from '../shared/testkit/src/service_process.ts';
import { median } from './cluster_load/median.ts';
import { commandLine } from './command_line.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values: options } = commandLine(import.meta, {
  options: { rounds: 5 },
});

interface FirstScreen {
  readonly paintMs: number;
  readonly figuresMs: number;
  readonly kilobytes: number;
}

/** Runs in the page; a text, because the types of Node.js know fewer entries than a browser has. */
const MEASURED = `(() => {
  const loads = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const bytes = loads.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { paintMs: paint?.startTime ?? NaN, figuresMs: performance.now(), kilobytes: bytes / 1024 };
})()`;

async function openOnce(): Promise<FirstScreen> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-first-screen-'));
  const settings = { 'http.port': '0', 'transport.port': '0', 'path.data': join(folder, 'node') };
  const node = await ServiceProcess.start(ROOT, 'node', settings);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${node.url}/_console/`);
    await page.locator('.figures div').first().waitFor();
    return await page.evaluate<FirstScreen>(MEASURED);
  } finally {
    await browser.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rounds: FirstScreen[] = [];
for (let round = 0; round < options.rounds; round++) {
  const one = await openOnce();
  rounds.push(one);
  console.log(line(one));
}
console.log(
  'median:',
  line({
    paintMs: median(rounds.map(({ paintMs }) => paintMs)),
    figuresMs: median(rounds.map(({ figuresMs }) => figuresMs)),
    kilobytes: median(rounds.map(({ kilobytes }) => kilobytes)),
  }),
);

function line({ paintMs, figuresMs, kilobytes }: FirstScreen): string {
  return `first paint ${paintMs.toFixed(0)} ms, figures ${figuresMs.toFixed(0)} ms, ${kilobytes.toFixed(1)} KB`;
}
