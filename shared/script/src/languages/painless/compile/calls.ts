/** How a call is written: its arguments first, then its place, then what checks its object. */
import { isPrimitive, type Method } from '../class_table.js';
import { box } from './casts.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/**
 * A call written here, whose place is set when its arguments have been evaluated, for they set places of their own: after the last one that
 * does, in a variable in between, since a method may look at how many arguments it is given. `check`: of the first argument, made then too.
 */
export function calledHere(
  scope: Scope,
  callee: string,
  args: readonly string[],
  check: (js: string) => string = (js) => js,
): string {
  const here = scope.unit.here();
  const [first, ...others] = args;
  const last = args.findLastIndex((arg) => arg.includes('p='));
  if (last < 0 || first === undefined) {
    const given = first === undefined ? [] : [check(first), ...others];
    return `(${here},${callee}(${given.join(',')}))`;
  }
  const name = scope.temporary();
  if (last === 0)
    return `${callee}(${[`(${name}=${first},${here},${check(name)})`, ...others].join(',')})`;
  const isChecked = check(name) !== name;
  const held = isChecked ? scope.temporary() : '';
  const given = args.map((arg, i) => {
    if (i === last) return `(${name}=${arg},${here}${isChecked ? `,${check(held)}` : ''},${name})`;
    return i === 0 && isChecked ? `(${held}=${arg})` : arg;
  });
  return `${callee}(${given.join(',')})`;
}

/** The object of a call; a null is found when the arguments have been made. */
export function receiver(
  { unit }: Scope,
  object: Code,
  method: Method,
): { readonly js: string; readonly check?: (js: string) => string } {
  if (isPrimitive(object.type)) return { js: box(unit, object.type, object.js) };
  if (object.constant !== undefined) return { js: object.js };
  const words = `Cannot invoke "${method.owner}.${method.name}(${method.parameters.join(', ')})" because value is null`;
  return {
    js: object.js,
    check: (js) => `${unit.use('notNull')}(${js},${unit.constant(words)})`,
  };
}
