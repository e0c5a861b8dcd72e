/** Selects aliases by a list of names: names, `*` patterns, `_all`, and exclusions (`-name`). */
import { simpleMatch } from '@skein/base';
import type { AliasMetadata, IndexMetadata } from '@skein/cluster';

/**
 * The aliases of an index that the names select, in name order. A later entry overrides an earlier
 * one.
 */
export function selectAliases(index: IndexMetadata, names: readonly string[]): AliasMetadata[] {
  return [...index.aliases.values()]
    .filter(({ name }) => {
      const last = names.findLast((rule) => matches(withoutMinus(rule), name));
      return last !== undefined && !last.startsWith('-');
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Plain names without a matching alias, sorted. A leading `-` excludes only after the first
 * pattern; before that it is part of a name, and such a name can be missing.
 */
export function missingAliases(names: readonly string[], found: ReadonlySet<string>): string[] {
  const firstPattern = names.findIndex((name) => name.includes('*'));
  const exclusionsFrom = firstPattern === -1 ? names.length : firstPattern;
  return names
    .filter((name, position) => {
      const isExclusion = position > exclusionsFrom && name.startsWith('-');
      if (name === '_all' || name.includes('*') || isExclusion || found.has(name)) return false;
      const later = names.slice(Math.max(position + 1, exclusionsFrom));
      return !later.some((rule) => rule.startsWith('-') && matches(rule.slice(1), name));
    })
    .sort();
}

function matches(pattern: string, name: string): boolean {
  return pattern === '_all' || simpleMatch(pattern, name);
}

function withoutMinus(rule: string): string {
  return rule.startsWith('-') ? rule.slice(1) : rule;
}
