/**
 * Finds which tests run which functions: a probe is inserted at the beginning of every function of
 * a package's files, and the probes that ran are recorded.
 */
import { readFileSync } from 'node:fs';
import { trustedJson } from '../trusted_json.ts';
import { NOWHERE, type Node, syntaxOf, visit } from './syntax.ts';

/**
 * Identifies a function body by its file and the number of bytes before it; code outside functions,
 * which runs when the file is loaded, by the file.
 */
export const probeKey = (path: string, bodyStart: number | undefined): string =>
  `${path}:${bodyStart ?? 'load'}`;

const BLOCKS: ReadonlySet<string> = new Set(['BlockStatement', 'FunctionBody']);

/** The file with a probe before all else and in each function; line numbers do not change. */
export function probed(path: string, text: string): string {
  const { module, at } = syntaxOf(text);
  const probeOf = (body: number | undefined): string =>
    `globalThis.__ran?.add(${JSON.stringify(probeKey(path, body))})`;
  const added = new Map([[0, `${probeOf(undefined)};`]]);
  const bodies = new Set<Node>();
  visit(module, NOWHERE, (_node, { body }) => {
    if (body === undefined || bodies.has(body)) return;
    bodies.add(body);
    const { start, end } = at(body);
    const probe = probeOf(start);
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
 * The tests that ran each function, by the function's key and the path of the test file; `all` if
 * any test of the file may see what the function did.
 */
export type Runs = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string> | 'all'>>;

/** Reads the file that `probe_setup.ts` wrote. */
export function ranBy(file: string): Runs {
  const found = new Map<string, Map<string, Set<string> | 'all'>>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { path, name, keys } = trustedJson<Run>(line);
    for (const key of keys) {
      const tests = found.get(key) ?? new Map<string, Set<string> | 'all'>();
      found.set(key, tests);
      const names = tests.get(path) ?? new Set();
      if (name === undefined) tests.set(path, 'all');
      else if (names !== 'all') tests.set(path, names.add(name));
    }
  }
  return found;
}

interface Run {
  readonly path: string;
  readonly name?: string;
  readonly keys: readonly string[];
}
