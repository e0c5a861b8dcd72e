/** The command as its users run it: a process from the built sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(__dirname, '../bin/skein.js');
const READY = /skein node ready on (http:\/\/\S+) \(([^,]+), cluster ([^,]+), open\)/;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The match of READY; `null` when the process ended without it. */
  readonly ready: Promise<RegExpExecArray | null>;
}

let folder = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-cli-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(args: readonly string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  const ready = new Promise<RegExpExecArray | null>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
      const match = READY.exec(stdout);
      if (match) resolve(match);
    });
    void ended.then(() => resolve(null));
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return { child, ended, ready };
}

test('one line when ready, an answer, an orderly stop; the file, the environment and -E in order', async () => {
  writeFileSync(join(folder, 'skein.yml'), 'cluster.name: from-file\nnode.name: from-file\n');
  const { child, ready, ended } = run(
    ['node', '--config', folder, '-E', 'http.port=0', '-E', 'path.data=data'],
    { SKEIN_NODE_NAME: 'from-env' },
  );
  const [, url = '', name, cluster] = (await ready) ?? [];
  expect([name, cluster]).toEqual(['from-env', 'from-file']);
  const root = (await (await fetch(url)).json()) as Record<string, unknown>;
  expect(root).toMatchObject({ name: 'from-env', cluster_name: 'from-file' });
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
});

test('the node id outlives a restart, and two nodes do not share a data directory', async () => {
  const args = ['node', '-E', 'http.port=0', '-E', 'path.data=data'];
  const first = run(args);
  const id = await nodeId(first);
  const second = await run(args).ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('failed to obtain node lock on');
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
  expect(await nodeId(run(args))).toBe(id);
});

async function nodeId({ ready }: Run): Promise<string | undefined> {
  const [, url = ''] = (await ready) ?? [];
  const { nodes } = (await (await fetch(`${url}/_nodes`)).json()) as { nodes: object };
  return Object.keys(nodes)[0];
}

test('a taken port is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stdout, stderr } = await run(['node', '-E', `http.port=${port}`]).ended;
  taken.close();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`skein node: [127.0.0.1:${port}] is in use by another process`);
});

test.each([
  [['node', '-E', 'http.prot=1'], 'unknown setting [http.prot], did you mean [http.port]?'],
  [['node', '-E', 'http'], '[-E http] must be of the form -E key=value'],
  [['node', '-E', 'network.host=0.0.0.0'], 'would listen beyond loopback without security'],
  [['node', '-E', 'logger.level=loud'], 'Unknown level constant [LOUD].'],
  [['node', '--config', '/nowhere'], 'no configuration in [/nowhere]'],
  [['nod'], "unknown command 'nod'"],
])('refused: %j', async (args, reason) => {
  const { code, stdout, stderr } = await run(args).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(reason);
});

test('the version', async () => {
  expect(await run(['--version']).ended).toMatchObject({ code: 0, stdout: '0.1.0\n' });
});

/** The environment and the command line with which the process runs now. */
function startOf({ pid = 0 }: ChildProcess): readonly [environment: string[], command: string[]] {
  const parts = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  return [parts('environ'), parts('cmdline')];
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a node has its flags and the settings of the allocator, whoever starts it', async () => {
  const { child, ready } = run(['node', '-E', 'http.port=0', '-E', 'path.data=data']);
  expect(await ready).not.toBeNull();
  const [environment, command] = startOf(child);
  expect(environment).toEqual(
    expect.arrayContaining(['MALLOC_ARENA_MAX=1', 'MALLOC_MMAP_THRESHOLD_=131072']),
  );
  expect(command).toContain('--max-semi-space-size=16');
  const processors = availableParallelism();
  const ofV8 = command.filter((part) => part.startsWith('--v8-pool-size='));
  expect(ofV8).toEqual(processors > 4 ? [] : [`--v8-pool-size=${Math.max(1, processors - 1)}`]);
  expect(command.filter((part) => part === 'path.data=data')).toHaveLength(1);
});

onLinux('settings of the allocator and flags that a user has given are left alone', async () => {
  const { child, ready } = run(['node', '-E', 'http.port=0', '-E', 'path.data=data'], {
    MALLOC_ARENA_MAX: '4',
    NODE_OPTIONS: '--v8-pool-size=3',
  });
  expect(await ready).not.toBeNull();
  const [environment, command] = startOf(child);
  expect(command.filter((part) => part.startsWith('--v8-pool-size='))).toEqual([]);
  expect(environment.filter((name) => name.startsWith('MALLOC_'))).toEqual(['MALLOC_ARENA_MAX=4']);
});
