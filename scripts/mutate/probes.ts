/**
 * Finds which tests run which functions: a probe is inserted at the beginning of every function of
 * a package's files, and the probes that ran are recorded.
 */
import { readFileSync } from 'node:fs';
import { NOWHERE, type Node, syntaxOf, visit } from './syntax.ts';

/** Identifies a function body by its file and the number of bytes before it. */
export const probeKey = (path: string, bodyStart: number): string => `${path}:${bodyStart}`;

const BLOCKS: ReadonlySet<string> = new Set(['BlockStatement', 'FunctionBody']);

/** The file with a probe in each of its functions; line numbers do not change. */
export function probed(path: string, text: string): string {
  const { module, at } = syntaxOf(text);
  const added = new Map<number, string>();
  const bodies = new Set<Node>();
  visit(module, NOWHERE, (_node, { body }) => {
    if (body === undefined || bodies.has(body)) return;
    bodies.add(body);
    const { start, end } = at(body);
    const probe = `globalThis.__ran?.add(${JSON.stringify(probeKey(path, start))})`;
    if (BLOCKS.has(body.type)) added.set(start + 1, `${probe};`);
    else {
      added.set(start, `(${probe}, `);
      added.set(end, `)${added.get(end) ?? ''}`);
    }
  });
  const bytes = Buffer.from(text);
  const places = [...added.keys()].sort((a, b) => a - b);
  const parts: Buffer[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(bytes.subarray(from, place), Buffer.from(added.get(place) ?? ''));
    from = place;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]).toString();
}

/**
 * The setup of each test file in Jest: the set to which probes add, and the code that appends it to
 * `RAN_FILE` in the end, one line per test file.
 */
export const PROBE_SETUP = `
const { appendFileSync } = require('node:fs');
globalThis.__ran = new Set();
afterAll(() => {
  const line = JSON.stringify([expect.getState().testPath, [...globalThis.__ran]]);
  appendFileSync(process.env.RAN_FILE, line + '\\n');
});
`;

/** The test files that ran each function, by the function's key. */
export function ranBy(file: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const [test, keys] = JSON.parse(line) as [string, readonly string[]];
    for (const key of keys) {
      const tests = found.get(key);
      if (tests === undefined) found.set(key, [test]);
      else tests.push(test);
    }
  }
  return found;
}
