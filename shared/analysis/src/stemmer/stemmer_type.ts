/**
 * The shape of a stemmer: its file exports one. A stemmer takes a term in lower case and returns
 * the stem that stands for all its forms.
 */
export type Stem = (term: string) => string;

export interface StemmerType {
  /** The values of the `stemmer` filter's `language` that name it. */
  readonly names: readonly string[];
  /** Creates the stemmer, when it is first used. */
  create(): Stem;
  /** True when the stemmer also changes tokens that are marked as keywords. */
  readonly changesKeywords?: boolean;
}
