/** The syntax tree of a query string, before fields are resolved. */
import type { Fuzziness } from '../queries/fuzziness.js';

export type Occur = 'must' | 'should' | 'must_not';

export interface SyntaxClause {
  /** The occurrence by the clause's own operators. */
  readonly occur: Occur;
  /** The occurrence that its conjunction gives to the clause before it, unless that is excluded. */
  readonly before: 'must' | 'should' | undefined;
  readonly node: SyntaxNode;
}

/**
 * The occurrences of the clauses; `undefined` for those that are not kept, because their words
 * vanished. As in Lucene, a conjunction then changes the last clause that was kept.
 */
export function occurrencesOf(
  clauses: readonly SyntaxClause[],
  isKept: (i: number) => boolean,
): readonly (Occur | undefined)[] {
  const found: (Occur | undefined)[] = [];
  let last = -1;
  for (const [i, { occur, before }] of clauses.entries()) {
    if (last >= 0 && before !== undefined && found[last] !== 'must_not') found[last] = before;
    found.push(isKept(i) ? occur : undefined);
    if (isKept(i)) last = i;
  }
  return found;
}

export interface SyntaxGroup {
  readonly kind: 'group';
  readonly clauses: readonly SyntaxClause[];
  /** True if the first clause has no operator before it. */
  readonly startsBare: boolean;
  readonly boost: number;
}

export type SyntaxNode =
  | SyntaxGroup
  /** One word, or several consecutive ones, with escapes resolved. */
  | (Leaf<'words'> & { readonly inRow: boolean })
  /** Quoted text; `slop` is set if a number follows as in `~2`. */
  | (Leaf<'phrase'> & { readonly slop: number | undefined })
  /** A word with `*` or `?`, escapes unresolved. */
  | Leaf<'pattern'>
  /** `/…/`, without the slashes. */
  | Leaf<'regexp'>
  /** `word~1` or `word~AUTO`; in `word~`, the query's own fuzziness applies. */
  | (Leaf<'fuzzy'> & { readonly fuzziness: Fuzziness | undefined })
  | (Leaf<'range'> & {
      readonly lower: string | undefined;
      readonly upper: string | undefined;
      readonly includeLower: boolean;
      readonly includeUpper: boolean;
    });

interface Leaf<K extends string> {
  readonly kind: K;
  /** `undefined` means the default fields. */
  readonly field: string | undefined;
  readonly text: string;
  readonly boost: number;
}

/** Turns `a\:b` into `a:b`. Escapes must be valid, see `faultOfEscape`. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, escaped: string) =>
    escaped.length === 5 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : escaped,
  );
}

/** Lucene's words for the first invalid escape; `undefined` if there is none. */
export function faultOfEscape(text: string): string | undefined {
  for (const [, escaped = ''] of text.matchAll(/\\(u[\s\S]{0,4}|[\s\S])/g)) {
    if (!escaped.startsWith('u')) continue;
    const other = /[^0-9a-fA-F]/.exec(escaped.slice(1))?.[0];
    if (other !== undefined) return `Non-hex character in Unicode escape sequence: ${other}`;
    if (escaped.length < 5) return 'Truncated unicode escape sequence.';
  }
  return undefined;
}
