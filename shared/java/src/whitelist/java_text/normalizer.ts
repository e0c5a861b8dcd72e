/** java.text.Normalizer. */
import type { ClassTable } from '../../class_table.js';
import { constants, type EnumConstant } from '../../values/enum_constant.js';
import { allocate } from '../../values/meter.js';
import { notNull } from '../../values/throwable.js';
import { textOf, type Value } from '../../values/value.js';
import { enumTable } from '../enums.js';

const FORM = constants('java.text.Normalizer$Form', ['NFD', 'NFC', 'NFKD', 'NFKC']);

/** One character can become eighteen. */
function normalize(text: Value, form: EnumConstant): string {
  const source = textOf(notNull(text));
  allocate(source.length);
  const made = source.normalize(notNull(form).name);
  allocate(made.length);
  return made;
}

export const normalizer: readonly ClassTable[] = [
  {
    name: 'java.text.Normalizer',
    statics: {
      'boolean isNormalized(CharSequence,Normalizer.Form)': (text: Value, form: EnumConstant) =>
        normalize(text, form) === textOf(text),
      'String normalize(CharSequence,Normalizer.Form)': normalize,
    },
  },
  enumTable('java.text.Normalizer$Form', FORM),
];
