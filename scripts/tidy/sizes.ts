/**
 * Checks that files and functions stay small enough to be read at once. A file or function above a
 * ceiling stands in the list, and may only shrink.
 */
import { parseSync } from '@swc/core';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const LONGEST_FILE = 500;
const LONGEST_FUNCTION = 70;

export const sizes: Rule = (files) => files.filter((file) => !file.isTest).flatMap(sizeFindings);

function sizeFindings(file: SourceFile): Finding[] {
  const findings = functionFindings(file);
  if (file.lines.length > LONGEST_FILE) {
    const message = `${file.lines.length} lines; ${LONGEST_FILE} at most`;
    findings.push({ path: file.path, line: 1, message });
  }
  return findings;
}

interface Node {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly body?: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
]);

function functionFindings(file: SourceFile): Finding[] {
  // swc's module span begins at the first statement, not at the first comment: an added first
  // statement shows the offset at which spans begin to count.
  const module = parseSync(`;${file.text}`, {
    syntax: 'typescript',
    tsx: file.path.endsWith('.tsx'),
    target: 'es2022',
  });
  const bytes = new TextEncoder().encode(file.text);
  const base = module.span.start + 1;
  const findings: Finding[] = [];
  visitNodes(module, (node) => {
    if (!node.span || !FUNCTIONS.has(node.type ?? '')) return;
    const line = linesIn(bytes, 0, node.span.start - base) + 1;
    const length = linesIn(bytes, node.span.start - base, node.span.end - base) + 1;
    if (length <= LONGEST_FUNCTION) return;
    const message = `a function of ${length} lines; ${LONGEST_FUNCTION} at most`;
    findings.push({ path: file.path, line, message });
  });
  return findings;
}

function linesIn(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = Math.max(start, 0); i < end; i++) if (bytes[i] === 0x0a) count++;
  return count;
}

function visitNodes(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visitNodes(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    // An object with a type is a node, whose members are all optional.
    if ('type' in value) visit(value as Node);
    for (const member of Object.values(value)) visitNodes(member, visit);
  }
}
