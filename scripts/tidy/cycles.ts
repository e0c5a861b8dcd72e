/**
 * Imports do not go in circles. Of values never: a module would be used before it has run. Of types
 * too they stay small, for a loop of files is read as one: no loop is larger than `LARGEST_LOOP`,
 * and the rooms of services/node know each other in one direction only. A grammar calls itself: the
 * rooms that parse and compile one may too.
 */
import { dirname, posix } from 'node:path';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const GRAMMARS: readonly string[] = [
  'shared/script/src/languages/painless/syntax/',
  'shared/script/src/languages/painless/compile/',
];

/** Files; what there is today. It may only shrink. */
export const LARGEST_LOOP = 8;

const ROOMS = 'services/node/src/';

/** By path or name: what it imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

export const cycles: Rule = (files) => {
  const code = files.filter((file) => !file.isTest);
  return [...valueLoops(files), ...largeLoops(code), ...roomLoops(code)];
};

function valueLoops(files: readonly SourceFile[]): Finding[] {
  const graph = graphOf(files, (from, to, typeOnly) => !typeOnly && !inOneGrammar(from, to));
  return loopsOf(graph).map((loop) => finding(loop, `import cycle: ${loop.join(', ')}`));
}

function largeLoops(files: readonly SourceFile[]): Finding[] {
  const loops = loopsOf(graphOf(files, () => true)).filter(({ length }) => length > LARGEST_LOOP);
  return loops.map((loop) =>
    finding(
      loop,
      `a loop of ${loop.length} files, types counted; ${LARGEST_LOOP} at most: move the types that close it to a file of their own: ${loop.join(', ')}`,
    ),
  );
}

/** A room is a folder, or a file beside the folders. */
function roomLoops(files: readonly SourceFile[]): Finding[] {
  const between = graphOf(
    files.filter(({ path }) => path.startsWith(ROOMS)),
    (from, to) => roomOf(from) !== roomOf(to),
  );
  const rooms = new Map<string, string[]>();
  for (const [from, targets] of between) {
    const room = roomOf(from);
    rooms.set(room, [...(rooms.get(room) ?? []), ...targets.map(roomOf)]);
  }
  return loopsOf(rooms).map((loop) =>
    finding(loop, `rooms that know each other, types counted: ${loop.join(', ')}`),
  );
}

function roomOf(path: string): string {
  const rest = path.slice(ROOMS.length);
  const slash = rest.indexOf('/');
  return ROOMS + (slash < 0 ? rest : rest.slice(0, slash));
}

function finding([path = '']: readonly string[], message: string): Finding {
  return { path, line: 1, message };
}

function inOneGrammar(from: string, to: string): boolean {
  return GRAMMARS.some((room) => from.startsWith(room) && to.startsWith(room));
}

function graphOf(
  files: readonly SourceFile[],
  counts: (from: string, to: string, typeOnly: boolean) => boolean,
): Graph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => {
      const targets = imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, typeOnly }) => ({ to: targetOf(path, specifier), typeOnly }))
        .filter(({ to, typeOnly }) => paths.has(to) && counts(path, to, typeOnly))
        .map(({ to }) => to);
      return [path, targets];
    }),
  );
}

function targetOf(path: string, specifier: string): string {
  return posix.join(dirname(path), specifier).replace(/\.js$/, '.ts');
}

/**
 * What reaches each other: strongly connected components of more than one (Tarjan, "Depth-first
 * search and linear graph algorithms", 1972).
 */
function loopsOf(graph: Graph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const loops: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    open.push(node);
    isOpen.add(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) visit(target);
      else if (!isOpen.has(target)) continue;
      const reached = isOpen.has(target) ? (lowest.get(target) ?? 0) : Number.POSITIVE_INFINITY;
      lowest.set(node, Math.min(lowest.get(node) ?? 0, reached));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const loop = open.splice(open.indexOf(node));
    for (const member of loop) isOpen.delete(member);
    if (loop.length > 1) loops.push(loop.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return loops;
}
