/** The syntax tree of a query string, before fields are resolved. */
import type { Fuzziness } from '../queries/fuzziness.js';

export type Occur = 'must' | 'should' | 'must_not';

export interface SyntaxClause {
  readonly occur: Occur;
  readonly node: SyntaxNode;
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

/** Turns `a\:b` into `a:b`. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, escaped: string) =>
    escaped.length === 5 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : escaped,
  );
}
