/**
 * `npm run conformance`: runs the REST conformance kit and the recorded cases of OpenSearch 2.19
 * against a fresh node, or one of a cluster of `--nodes N`. Both are beside the checkout
 * (`../shared`, or `--kits DIR`). The lists in `docs/conformance/` name the known failures, one
 * test per line with the missing feature. The lists may only shrink: an unlisted failure fails the
 * run, and so does a listed test that passes.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNodes } from '@skein/testkit';
import { commandLine } from './command_line.ts';
import { fileJson } from './trusted_json.ts';

const ROOT = resolve(import.meta.dirname, '..');
const LISTS = join(ROOT, 'docs/conformance');
/** The kit's folder of tests, which has one folder per API. */
const TESTS = 'suites/opensearch-2.19.0/test';

const { values: options } = commandLine(import.meta, {
  options: {
    kits: resolve(ROOT, '../shared'),
    /** Number of nodes in the cluster; one of them is asked. */
    nodes: 1,
    /** Writes the lists from this run instead of comparing. New lines want a reason by hand. */
    record: false,
  },
});

/**
 * The real path, without symbolic links: the checker compares its own path with the one it was
 * started by.
 */
const kits = realpathSync(options.kits);
const work = mkdtempSync(join(tmpdir(), 'skein-conformance-'));

async function main(): Promise<void> {
  const nodes = await startNodes(ROOT, join(work, 'data'), options.nodes, {
    'path.repo': join(work, 'repositories'),
    'node.attr.testattr': 'test',
    'repositories.url.allowed_urls': 'http://snapshot.test*',
  });
  try {
    const url = nodes[0]?.url ?? '';
    const failed = [runSuite(url), runCases(url)].filter((ok) => !ok).length;
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(work, { recursive: true, force: true });
  }
}

interface SuiteReport {
  readonly tests: readonly { readonly id: string; readonly outcome: string }[];
}

/** Runs a copy of the kit, because the kit looks for its one package beside itself. */
function runSuite(url: string): boolean {
  const kit = join(work, 'kit');
  cpSync(join(kits, 'conformance'), kit, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(kit, 'node_modules'));
  const report = join(work, 'suite.json');
  const folders = readdirSync(join(kit, TESTS));
  const only = folders.flatMap((folder) => ['--only', `${folder}/`]);
  run(join(kit, 'run.mjs'), ['--url', url, '--report', report, '--quiet', ...only]);
  const { tests } = fileJson<SuiteReport>(report);
  return compare(
    'suite.txt',
    tests.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
    tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id),
  );
}

interface CasesReport {
  readonly failures: readonly { readonly name: string }[];
}

function runCases(url: string): boolean {
  const report = join(work, 'cases.json');
  run(join(kits, 'reference/check.mjs'), [
    '--url',
    url,
    '--json',
    report,
    '--no-relevance',
    '--max-show',
    '0',
  ]);
  const { failures } = fileJson<CasesReport>(report);
  return compare(
    'cases.txt',
    failures.map(({ name }) => name),
  );
}

function run(script: string, args: readonly string[]): void {
  const { error } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (error) throw error;
}

/**
 * Compares a run with a list of known failures. `passed` is absent when the report does not name
 * the tests that passed: then every test that did not fail counts as passed.
 */
function compare(list: string, failed: readonly string[], passed?: readonly string[]): boolean {
  const path = join(LISTS, list);
  const known = readList(path);
  if (options.record) {
    const lines = failed.map((id) => `${id} ## ${known.get(id) ?? 'reason to be written'}`).sort();
    writeFileSync(path, `${lines.join('\n')}\n`);
    return true;
  }
  const unexpected = failed.filter((id) => !known.has(id));
  const mended = [...known.keys()].filter((id) =>
    passed ? passed.includes(id) : !failed.includes(id),
  );
  for (const id of unexpected) console.error(`${list}: fails and is not listed: ${id}`);
  for (const id of mended) console.error(`${list}: passes now, remove it from the list: ${id}`);
  console.log(
    `${list}: ${failed.length} failed, ${known.size} listed, ${unexpected.length} unexpected`,
  );
  return unexpected.length === 0 && mended.length === 0;
}

/** The reason of each listed test, read from lines of the form `id ## reason`. */
function readList(path: string): Map<string, string> {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes(' ## '));
  return new Map(
    lines.map((line) => {
      const [id = '', reason = ''] = line.split(' ## ');
      return [id, reason];
    }),
  );
}

main().catch((error: Error) => {
  console.error(`conformance: ${error.message}`);
  process.exit(1);
});
