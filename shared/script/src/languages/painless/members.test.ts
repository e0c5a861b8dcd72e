/**
 * Tests which whitelist members the recorded programs call. A member that no program calls must be
 * listed in testdata/members_without_case.txt: a member added without a case fails here, and so
 * does a line that is no longer needed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { fromJson, type JavaClass, type Method, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { CLASSES } from './classes.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

const read = (name: string): string[] =>
  readFileSync(join(__dirname, 'testdata', name), 'utf8')
    .trim()
    .split('\n');

function membersOf(one: JavaClass): [string, Method][] {
  return [
    ...[...one.methods.values()]
      .filter((method) => method.owner === one.name && method !== one.functional)
      .map((method): [string, Method] => ['', method]),
    ...[...one.statics.values()].map((method): [string, Method] => ['static ', method]),
    ...[...one.constructors.values()].map((method): [string, Method] => ['', method]),
  ];
}

/**
 * Makes every member record its calls and returns the names of members that have not been called
 * yet.
 */
function watched(): Set<string> {
  const silent = new Set<string>();
  for (const one of CLASSES.all())
    for (const [kind, method] of membersOf(one)) {
      const name = `${kind}${method.owner} ${method.name}(${method.parameters.join(',')})`;
      silent.add(name);
      const { run } = method;
      Object.assign(method, {
        run: (...args: unknown[]): unknown => {
          silent.delete(name);
          return run(...args);
        },
      });
    }
  return silent;
}

beforeAll(() => provideWorld(fixedWorld()));

const params = { i: 7, d: 2.5, s: 'param', l: [3, 1, 2], m: { a: 1, b: 'two' }, n: null, t: true };

function attempt(source: string): void {
  try {
    const script = compilePainless(source, scriptContext('painless_test'));
    script.run(fromJson(params, 'java.util.HashMap'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

test('every member of the allow-list has a case, or is written down as having none', () => {
  const silent = watched();
  for (const line of ['reference', 'members', 'calendar'].flatMap((name) => read(`${name}.ndjson`)))
    attempt((JSON.parse(line) as { source: string }).source);
  expect([...silent].sort()).toEqual(read('members_without_case.txt'));
});
