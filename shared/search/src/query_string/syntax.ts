/** What a query string says, before any field is looked at. */

export type Occur = 'must' | 'should' | 'must_not';

export interface SyntaxClause {
  readonly occur: Occur;
  readonly node: SyntaxNode;
}

export interface SyntaxGroup {
  readonly kind: 'group';
  readonly clauses: readonly SyntaxClause[];
  /** The first clause has no sign before it. */
  readonly startsBare: boolean;
  readonly boost: number;
}

export type SyntaxNode =
  | SyntaxGroup
  /** One word, or several in a row, escapes resolved. */
  | (Leaf<'words'> & { readonly inRow: boolean })
  /** Quoted text; `slop` when `~n` follows. */
  | (Leaf<'phrase'> & { readonly slop: number | undefined })
  /** A word with `*` or `?`, escapes still in it. */
  | Leaf<'pattern'>
  /** `/…/`, without the slashes. */
  | Leaf<'regexp'>
  /** `word~1`; without a number as many edits as the query says. */
  | (Leaf<'fuzzy'> & { readonly edits: number | undefined })
  | (Leaf<'range'> & {
      readonly lower: string | undefined;
      readonly upper: string | undefined;
      readonly includeLower: boolean;
      readonly includeUpper: boolean;
    });

interface Leaf<K extends string> {
  readonly kind: K;
  /** `undefined`: the default fields. */
  readonly field: string | undefined;
  readonly text: string;
  readonly boost: number;
}

/** `a\:b` without its backslashes. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, escaped: string) =>
    escaped.length === 5 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : escaped,
  );
}
