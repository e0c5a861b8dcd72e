import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  type DurableDisk,
  makeFolderDurably,
  makeFolderDurablySync,
  writeDurably,
} from './durable_write.js';

/**
 * A disk that loses, in a crash, all names and folders created since their folder was last synced.
 */
class ForgetfulDisk implements DurableDisk {
  /** Contents by folder, and below it the durable part of them. */
  readonly #folders = new Map([['/', new Map<string, string>()]]);
  readonly #durable = new Map([['/', new Map<string, string>()]]);
  readonly #crashAfter: number;
  steps = 0;

  constructor(crashAfter = Number.POSITIVE_INFINITY) {
    this.#crashAfter = crashAfter;
  }

  async makeFolder(path: string): Promise<void> {
    this.#step();
    const parent = this.#folder(path);
    if (parent.has(basename(path))) throw failure('EEXIST');
    parent.set(basename(path), '');
    this.#folders.set(path, new Map());
  }

  async writeSynced(path: string, bytes: Uint8Array): Promise<void> {
    this.#step();
    this.#folder(path).set(basename(path), Buffer.from(bytes).toString());
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#name(from, to);
    this.#folder(from).delete(basename(from));
  }

  async link(from: string, to: string): Promise<void> {
    if (this.#folder(to).has(basename(to))) throw failure('EEXIST');
    await this.#name(from, to);
  }

  async remove(path: string): Promise<void> {
    this.#step();
    this.#folder(path).delete(basename(path));
  }

  async syncFolder(path: string): Promise<void> {
    this.#step();
    this.#durable.set(path, new Map(this.#folders.get(path)));
  }

  /**
   * The file's text after a crash at this instant; `undefined` when the file, or a folder on its
   * path, is lost.
   */
  afterCrash(path: string): string | undefined {
    const parent = dirname(path);
    if (parent !== '/' && this.afterCrash(parent) === undefined) return undefined;
    return this.#durable.get(parent)?.get(basename(path));
  }

  async #name(from: string, to: string): Promise<void> {
    this.#step();
    this.#folder(to).set(basename(to), this.#folder(from).get(basename(from)) ?? '');
  }

  #folder(path: string): Map<string, string> {
    const folder = this.#folders.get(dirname(path));
    if (folder === undefined) throw failure('ENOENT');
    return folder;
  }

  #step(): void {
    if (this.steps >= this.#crashAfter) throw failure('crashed');
    this.steps++;
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const FILE = '/var/lib/skein/auth/master.key';
const bytesOf = (text: string) => Buffer.from(text);

describe('what was written', () => {
  it.each([false, true])(
    'survives a power cut, with all folders above it (exclusive: %s)',
    async (exclusive) => {
      const disk = new ForgetfulDisk();
      expect(await writeDurably(FILE, bytesOf('new'), { exclusive }, disk)).toBe(true);
      expect(disk.afterCrash(FILE)).toBe('new');
    },
  );

  it.each([false, true])(
    'is there whole or not at all after a crash at any step (exclusive: %s)',
    async (exclusive) => {
      const whole = new ForgetfulDisk();
      await writeDurably(FILE, bytesOf('new'), { exclusive }, whole);
      for (let steps = 0; steps < whole.steps; steps++) {
        const disk = new ForgetfulDisk(steps);
        await expect(writeDurably(FILE, bytesOf('new'), { exclusive }, disk)).rejects.toThrow(
          'crashed',
        );
        expect([undefined, 'new']).toContain(disk.afterCrash(FILE));
      }
    },
  );

  it.each([false, true])('is replaced whole or not at all (contended: %s)', async (contended) => {
    const options = { contended };
    const first = new ForgetfulDisk();
    await writeDurably(FILE, bytesOf('old'), options, first);
    for (let steps = first.steps; ; steps++) {
      const disk = new ForgetfulDisk(steps);
      await writeDurably(FILE, bytesOf('old'), options, disk);
      const replaced = await writeDurably(FILE, bytesOf('new'), options, disk).catch(() => false);
      expect(replaced ? ['new'] : ['old', 'new']).toContain(disk.afterCrash(FILE));
      if (replaced) break;
    }
  });

  it('stays when another is to be new', async () => {
    const disk = new ForgetfulDisk();
    await writeDurably(FILE, bytesOf('old'), {}, disk);
    expect(await writeDurably(FILE, bytesOf('new'), { exclusive: true }, disk)).toBe(false);
    expect(disk.afterCrash(FILE)).toBe('old');
  });
});

test('a folder survives with those above it', async () => {
  const disk = new ForgetfulDisk();
  await makeFolderDurably('/a/b/c', 0o700, disk);
  expect(disk.afterCrash('/a/b/c')).toBe('');
});

describe('on a real disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'durable-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it('is its owner’s alone, whatever was left over', async () => {
    const path = join(folder, 'new', 'file');
    await writeFile(join(folder, 'file.tmp'), 'left over', { mode: 0o644 });
    await writeDurably(join(folder, 'file'), bytesOf('1'));
    await writeDurably(path, bytesOf('2'));
    expect(await modeOf(join(folder, 'file'))).toBe(0o600);
    expect(await modeOf(dirname(path))).toBe(0o700);
    expect(await readFile(path, 'utf8')).toBe('2');
  });

  it('of many who want to be first, one is, and nothing is left over', async () => {
    const path = join(folder, 'file');
    const written = await Promise.all(
      ['0', '1', '2', '3'].map((text) => writeDurably(path, bytesOf(text), { exclusive: true })),
    );
    expect(written.filter((isNew) => isNew)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(String(written.indexOf(true)));
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('is one of those that many write at once, and nothing of the others is left over', async () => {
    const path = join(folder, 'file');
    const texts = ['0', '1', '2', '3'].map((digit) => digit.repeat(100_000));
    async function* pieces(text: string) {
      for (let at = 0; at < text.length; at += 1000) yield bytesOf(text.slice(at, at + 1000));
    }
    const write = (text: string) => writeDurably(path, pieces(text), { contended: true });
    await Promise.all(texts.map(write));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('is not there when its bytes cannot be had, nor anything of it', async () => {
    async function* broken() {
      yield bytesOf('a part');
      throw new Error('no more bytes');
    }
    const path = join(folder, 'file');
    await expect(writeDurably(path, broken(), { contended: true })).rejects.toThrow('no more');
    expect(await readdir(folder)).toEqual([]);
  });

  it('a thread that waits makes folders by the same steps', async () => {
    const path = join(folder, 'indices', 'uuid', '0');
    makeFolderDurablySync(path);
    makeFolderDurablySync(path);
    expect(await modeOf(path)).toBe(0o700);
    expect(await modeOf(join(folder, 'indices'))).toBe(0o700);
    await writeFile(join(path, 'file'), '');
    expect(() => makeFolderDurablySync(join(path, 'file', 'below'))).toThrow('ENOTDIR');
  });

  it('says what is wrong with a folder that cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolderDurably(join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR');
  });
});
