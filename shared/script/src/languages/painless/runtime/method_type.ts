/**
 * Checks if a call with its static types fits the method it resolves to, with the rules of
 * `MethodHandle.asType`. References may have any class at run time; primitives are only widened or
 * boxed.
 */
import {
  boxedType,
  type ClassRegistry,
  Throwable,
  type Type,
  unboxedType,
  widens,
} from '@skein/java';

/** The types of a call's arguments and result, `def` if unknown. */
export interface CallShape {
  readonly args: readonly Type[];
  readonly wanted: Type;
}

interface ResolvedMethod {
  readonly owner: string;
  readonly parameters: readonly Type[];
  readonly returns: Type;
}

const PRIMITIVES = /^(?:boolean|byte|short|char|int|long|float|double)$/;
const isAny = (type: Type): boolean => type === 'def' || type === 'java.lang.Object';

function fits(registry: ClassRegistry, from: Type, to: Type): boolean {
  if (from === to || isAny(from) || isAny(to) || from === 'void' || to === 'void') return true;
  const [isFrom, isTo] = [PRIMITIVES.test(from), PRIMITIVES.test(to)];
  if (!isFrom && !isTo) return true;
  if (isFrom && isTo) return widens(from, to);
  if (isFrom) return registry.isSubtype(boxedType(from) ?? from, to);
  const inner = unboxedType(from);
  if (inner !== undefined) return inner === to || widens(inner, to);
  return registry.isSubtype(boxedType(to) ?? to, from);
}

export function checkShape(
  registry: ClassRegistry,
  { args, wanted }: CallShape,
  found: ResolvedMethod,
): void {
  const takes = args.every((type, i) => {
    const to = found.parameters[i] ?? 'def';
    // Boxes are filled from any type, like a `def`.
    return unboxedType(to) !== undefined || fits(registry, type, to);
  });
  if (takes && fits(registry, found.returns, wanted)) return;
  const simple = (type: Type): string =>
    type === 'def'
      ? 'Object'
      : type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  const list = (types: readonly Type[]): string => types.map(simple).join(',');
  const handle = `MethodHandle(${list([found.owner, ...found.parameters])})${simple(found.returns)}`;
  throw new Throwable(
    'java.lang.invoke.WrongMethodTypeException',
    `cannot convert ${handle} to (${list(['def', ...args])})${simple(wanted)}`,
  );
}
