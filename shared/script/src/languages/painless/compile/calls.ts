/** Emits calls: first the arguments, then the position, then the check of the object. */
import { isPrimitive, type Method } from '@skein/java';
import { box } from './casts.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/**
 * Emits a call that sets its position after its arguments, since these set positions too. With
 * arguments `x` and `g()`, where only `g()` sets a position (`p=2`) and the call is at 1:
 *
 *     f(x, (t = (p=2, g()), p=1, t))
 *
 * So the position is set inside the last argument that sets one, through a temporary. It cannot be
 * an argument of its own, because a method may examine the number of its arguments. `check` wraps
 * the first argument at the same point.
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

/** The object of a call; a null is detected after the arguments were evaluated. */
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
