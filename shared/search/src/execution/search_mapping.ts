/** The part of an index's mapping a search needs; `IndexMapping` of the mapping package has it, tests bring their own. */
import type { MappedField } from '@skein/mapping';

export interface SearchMapping {
  /** Aliases resolved; metadata fields such as `_id` too. */
  field(name: string): MappedField | undefined;
  /** Fields whose full path fits a `*` pattern. */
  matching(pattern: string): readonly MappedField[];
  fieldNames(): Iterable<string>;
}
