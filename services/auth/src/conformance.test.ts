import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

interface Row {
  readonly what: string;
  readonly file: string;
  readonly test: string;
}

function rows(): Row[] {
  const document = readFileSync(join(ROOT, 'docs/OAUTH_CONFORMANCE.md'), 'utf8');
  return document
    .split('\n')
    .map((line) => line.split(' | '))
    .filter((cells) => cells.length === 5 && cells[3]?.startsWith('`'))
    .map(([, , what = '', file = '', test = '']) => ({
      what,
      file: file.replaceAll('`', ''),
      test: test.replace(/ \|$/, ''),
    }));
}

it('names tests that are there', () => {
  const named = rows();
  expect(named.length).toBeGreaterThanOrEqual(250);
  const lost = named.filter(({ file, test }) => {
    const isWhole = file.startsWith('shared/') || file.startsWith('services/');
    const path = isWhole ? file : join('services/auth/src', file);
    return !readFileSync(join(ROOT, path), 'utf8').includes(test);
  });
  expect(lost).toEqual([]);
});
