/** Checks that paths and links in the documents lead to existing files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding, Rule } from './source_file.ts';

/**
 * The references that are checked in every page: `shared/…`, `services/…`, `scripts/…`, `docs/…`
 * between backticks, and relative links.
 */
const PATH = /`((?:shared|services|scripts|docs)\/[\w./-]+)`/g;
const LINK = /\]\((?!https?:|#)([^)#]+)/g;

export const docs: Rule = () => pages().flatMap(pageFindings);

function pages(): string[] {
  const inDocs = readdirSync('docs', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name));
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs];
}

function pageFindings(page: string): Finding[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  let isCode = false;
  return lines.flatMap((line, i) => {
    if (line.startsWith('```')) isCode = !isCode;
    const named = [...line.matchAll(PATH)].map((match) => match[1] ?? '');
    // Links inside code are text, not links.
    const text = isCode ? '' : line.replace(/`[^`]*`/g, '``');
    const linked = [...text.matchAll(LINK)].map((match) => join(dirname(page), match[1] ?? ''));
    return [...named, ...linked]
      .filter((path) => !existsSync(path))
      .map((path) => ({ path: page, line: i + 1, message: `names [${path}], which is not there` }));
  });
}
