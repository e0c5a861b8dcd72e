/**
 * Checks that each cast of the packages in which a wrong one loses data or hits says why it holds:
 * in a comment at its line or above it in the same paragraph. A cast tells the compiler instead of
 * asking it.
 */
import type { Finding, Rule, SourceFile } from './source_file.ts';

const PACKAGES: ReadonlySet<string> = new Set(['search_library', 'shard']);

/** `as const` only narrows; `a as b` alone on a line renames in a list of imports or exports. */
const CAST = /\bas (?!const\b)[A-Za-z{(['"]/;
const RENAMING = /^\s*(?:type )?\w+ as \w+,?$|^(?:import|export)\b/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*)/;

export const casts: Rule = (files) =>
  files
    .filter(({ packageName, isTest }) => !isTest && PACKAGES.has(packageName))
    .flatMap(unexplained);

function unexplained({ path, lines }: SourceFile): Finding[] {
  return lines.flatMap((line, i) => {
    if (COMMENT.test(line) || RENAMING.test(line) || !CAST.test(withoutTexts(line))) return [];
    if (line.includes('//') || isExplainedAbove(lines, i)) return [];
    return [{ path, line: i + 1, message: 'a cast that does not say why it holds' }];
  });
}

function isExplainedAbove(lines: readonly string[], place: number): boolean {
  for (let i = place - 1; i >= 0; i--) {
    const line = lines[i] ?? '';
    if (COMMENT.test(line)) return true;
    if (line.trim() === '') return false;
  }
  return false;
}

/** The line with empty strings and without a comment at its end: only code casts. */
function withoutTexts(line: string): string {
  return line
    .replace(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/g, "''")
    .replace(/\/\/.*/, '');
}
