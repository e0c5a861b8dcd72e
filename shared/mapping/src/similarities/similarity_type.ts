/**
 * A type of similarity, made from its settings, `index.similarity.<name>.*`. Each is a file, and a
 * line in `all.ts`.
 */
import type { Similarity } from '@skein/search_library';
import type { SimilaritySettings } from './similarity_settings.js';

export interface SimilarityType {
  readonly name: string;
  /** Settings beside `type`; undefined if any are accepted. */
  readonly settings: readonly string[] | undefined;
  /** Throws illegal_argument_exception that names setting and value. */
  create(settings: SimilaritySettings): Similarity;
}
