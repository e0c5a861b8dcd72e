/**
 * Bounds import cycles. Cycles of value imports are forbidden: a module would be used before it has
 * run. Cycles that include types stay small, because a cycle of files has to be read as one: none
 * is larger than `LARGEST_LOOP`, and the modules (folders) of services/node depend on each other in
 * one direction only. A grammar is recursive, so the folders that parse and compile one may form a
 * cycle.
 */
import { dirname, posix } from 'node:path';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const GRAMMARS: readonly string[] = [
  'shared/script/src/languages/painless/syntax/',
  'shared/script/src/languages/painless/compile/',
];

/** The number of files in the largest cycle today. It may only shrink. */
export const LARGEST_LOOP = 8;

const MODULES = 'services/node/src/';

/** The imports of each file or folder, by its path or name. */
type Graph = ReadonlyMap<string, readonly string[]>;

export const cycles: Rule = (files) => {
  const code = files.filter((file) => !file.isTest);
  return [...valueLoops(files), ...largeLoops(code), ...moduleLoops(code)];
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

/**
 * Finds cycles between the modules of services/node: a module is a folder, or a file beside the
 * folders.
 */
function moduleLoops(files: readonly SourceFile[]): Finding[] {
  const between = graphOf(
    files.filter(({ path }) => path.startsWith(MODULES)),
    (from, to) => moduleOf(from) !== moduleOf(to),
  );
  const modules = new Map<string, string[]>();
  for (const [from, targets] of between) {
    const module = moduleOf(from);
    modules.set(module, [...(modules.get(module) ?? []), ...targets.map(moduleOf)]);
  }
  return loopsOf(modules).map((loop) =>
    finding(loop, `modules that import each other, types counted: ${loop.join(', ')}`),
  );
}

function moduleOf(path: string): string {
  const rest = path.slice(MODULES.length);
  const slash = rest.indexOf('/');
  return MODULES + (slash < 0 ? rest : rest.slice(0, slash));
}

function finding([path = '']: readonly string[], message: string): Finding {
  return { path, line: 1, message };
}

function inOneGrammar(from: string, to: string): boolean {
  return GRAMMARS.some((folder) => from.startsWith(folder) && to.startsWith(folder));
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
        .flatMap(({ specifier, typeOnly }) =>
          targetsOf(path, specifier).map((to) => ({ to, typeOnly })),
        )
        .filter(({ to, typeOnly }) => paths.has(to) && counts(path, to, typeOnly))
        .map(({ to }) => to);
      return [path, targets];
    }),
  );
}

/** The files that an import may mean: its `.js` stands for `.ts`, or for `.tsx` in the console. */
function targetsOf(path: string, specifier: string): readonly string[] {
  const target = posix.join(dirname(path), specifier);
  if (!target.endsWith('.js')) return [target];
  const stem = target.slice(0, -'.js'.length);
  return [`${stem}.ts`, `${stem}.tsx`];
}

/**
 * The strongly connected components of more than one member (Tarjan, "Depth-first search and linear
 * graph algorithms", 1972).
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
