import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openingComment } from './command_line.ts';

const folder = mkdtempSync(join(tmpdir(), 'skein-script-'));
const script = join(folder, 'count_sheep.ts');
beforeAll(() =>
  writeFileSync(
    script,
    `/**
 * Counts sheep.
 *
 *     node count_sheep.ts [--most 3]
 */
import { commandLine } from '${join(import.meta.dirname, 'command_line.ts')}';
const { values } = commandLine(import.meta, { options: { most: 3, of: 'wool', mute: false, pen: { type: 'string', multiple: true, default: [] } } });
console.log('sheep:', JSON.stringify(values));
`,
  ),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });

test('options are read, with their defaults', () => {
  const shown = (...words: string[]) => JSON.parse(run(...words).stdout.slice('sheep:'.length));
  const defaults = { most: 3, of: 'wool', mute: false, pen: [] };
  expect(shown()).toEqual(defaults);
  expect(shown('--most', '0.5', '--of', '7')).toEqual({ ...defaults, most: 0.5, of: '7' });
  expect(shown('--mute', '--pen', 'a', '--pen', 'b')).toEqual({
    ...defaults,
    mute: true,
    pen: ['a', 'b'],
  });
});

test('--help prints the opening comment and does nothing else', () => {
  const { status, stdout } = run('--help');
  expect([status, stdout]).toEqual([0, 'Counts sheep.\n\n    node count_sheep.ts [--most 3]\n']);
});

test.each([['--lest'], ['sheep'], ['--most'], ['--most=many'], ['--most=']])(
  '%s is refused in a line',
  (word) => {
    const { status, stdout, stderr } = run(word);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^count_sheep\.ts: [^\n]+\n$/);
  },
);

test('a text without a comment has none', () => {
  expect(openingComment('const a = 1; /** b */')).toBe('');
  expect(openingComment('/** One line. */\nx')).toBe('One line.');
});
