/** Makes forms from the allow-list: a call of every method whose arguments can be made up. */
import { CLASSES } from '@skein/script';
import type { Form } from './form.ts';
import type { Generator, Kind } from './generator.ts';

const ARGUMENT: Readonly<Record<string, Kind>> = {
  int: 'int',
  long: 'long',
  double: 'double',
  float: 'float',
  byte: 'byte',
  short: 'short',
  char: 'char',
  boolean: 'boolean',
  'java.lang.String': 'String',
  'java.lang.CharSequence': 'String',
  def: 'def',
  'java.lang.Object': 'List',
  'java.util.List': 'List',
  'java.util.Collection': 'List',
  'java.util.Map': 'Map',
  'java.lang.Iterable': 'List',
};

const RECEIVER: Readonly<Record<string, Kind>> = {
  'java.lang.String': 'String',
  'java.util.ArrayList': 'List',
  'java.util.HashMap': 'Map',
};

/**
 * Methods that are not called: the work of some grows with their argument, others depend on the
 * machine.
 */
const SKIPPED =
  /nCopies|Random|Debug|StringBuilder|setLength|random|nanoTime|currentTimeMillis|shuffle|getAvailableZoneIds|getAvailableChronologies/;

/**
 * Forms for every static method, and for every method of strings, lists and maps, whose arguments
 * can be made up.
 */
export function methodForms(): Form[] {
  const forms: Form[] = [];
  for (const one of CLASSES.all()) {
    if (SKIPPED.test(one.name)) continue;
    const written = one.name.split('.').at(-1)?.replaceAll('$', '.') ?? '';
    const receiver = Object.hasOwn(RECEIVER, one.name) ? RECEIVER[one.name] : undefined;
    for (const method of [
      ...one.statics.values(),
      ...(receiver === undefined ? [] : one.methods.values()),
    ]) {
      const kinds = method.parameters.map((type) =>
        Object.hasOwn(ARGUMENT, type) ? ARGUMENT[type] : undefined,
      );
      const known = kinds.filter((kind) => kind !== undefined);
      if (known.length < kinds.length || SKIPPED.test(method.name)) continue;
      const isStatic = one.statics.get(`${method.name}/${kinds.length}`) === method;
      const make = (g: Generator): string => {
        const args = known.map((kind) => g.of(kind, 1)).join(', ');
        if (isStatic || receiver === undefined) {
          return `return ${written}.${method.name}(${args})`;
        }
        return `def it = ${g.of(receiver, 0)}; ${method.returns === 'void' ? '' : 'def r = '}it.${method.name}(${args}); return ${method.returns === 'void' ? 'it' : 'r + " " + it'}`;
      };
      forms.push({ name: `${written}.${method.name}/${kinds.length}`, make });
    }
  }
  return forms;
}
