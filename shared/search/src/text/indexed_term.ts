/** A value of a keyword as it stands in the index. */
import { utf8Decode } from '@skein/bytes';
import type { FieldSink, MappedField } from '@skein/mapping';

/** What the field makes of a value; `undefined`: nothing. */
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
