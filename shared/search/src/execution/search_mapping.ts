/** The part of an index's mapping that a search needs. */
import type { IndexMapping } from '@skein/mapping';

export type SearchMapping = Pick<
  IndexMapping,
  | 'derived'
  | 'existsFields'
  | 'field'
  | 'fieldNames'
  | 'hasNested'
  | 'hasObject'
  | 'isNested'
  | 'joinField'
  | 'matching'
  | 'nestedAround'
  | 'runtime'
  | 'similarity'
  | 'sourceEnabled'
>;
