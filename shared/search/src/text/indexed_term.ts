/** The indexed form of a keyword's value. */
import { utf8Decode } from '@skein/bytes';
import type { FieldSink, MappedField } from '@skein/mapping';

/** The term that the field creates from a value; `undefined` if it creates none. */
export function indexedTerm(field: MappedField, text: string): string | undefined {
  let term: string | undefined;
  const sink: FieldSink = {
    add: (made) => {
      if (made.kind !== 'term') return;
      term = typeof made.value === 'string' ? made.value : utf8Decode(made.value);
    },
    later: () => undefined,
    has: () => false,
    store: () => undefined,
    ignore: () => undefined,
    location: () => '',
    document: { id: '', routing: undefined },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
  };
  field.index(text, sink);
  return term;
}
