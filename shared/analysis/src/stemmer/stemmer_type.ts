/**
 * What a stemmer's file exports. A stemmer takes a term in lower case and gives what stands for all
 * its forms.
 */
export type Stem = (term: string) => string;

export interface StemmerType {
  /** As `language` of the `stemmer` filter names it. */
  readonly names: readonly string[];
  /** Made when first asked for. */
  create(): Stem;
  /** Changes tokens that are marked as keywords too. */
  readonly changesKeywords?: boolean;
}
