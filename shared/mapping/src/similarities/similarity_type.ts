/**
 * How one type of similarity is made from its settings, `index.similarity.<name>.*`. One file a
 * type, one line in `all.ts`.
 */
import type { Similarity } from '@skein/search_library';
import type { SimilaritySettings } from './similarity_settings.js';

export interface SimilarityType {
  readonly name: string;
  /** Settings it takes beside `type`; `undefined`: any. */
  readonly settings: readonly string[] | undefined;
  /** Throws illegal_argument_exception, naming setting and value. */
  create(settings: SimilaritySettings): Similarity;
}
