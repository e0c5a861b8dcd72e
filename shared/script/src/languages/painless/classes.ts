/**
 * The registries of the classes in whitelist/: one for most contexts, and one for each context with
 * classes of its own.
 */
import { ClassRegistry, type ClassTable, tables } from '@skein/java';

const ALL: readonly ClassTable[] = Object.values(tables).flat();

const classesSeenIn = (context: string | undefined): readonly ClassTable[] =>
  ALL.filter(
    ({ contexts }) =>
      contexts === undefined || (context !== undefined && contexts.includes(context)),
  );

/** The classes that scripts of every context can access. */
export const CLASSES = new ClassRegistry(classesSeenIn(undefined));

const OWN_CONTEXTS = new Set(ALL.flatMap(({ contexts = [] }) => contexts));
const registries = new Map<string, ClassRegistry>();

/** The classes of a context; each context with classes of its own has its own registry. */
export function contextClasses(context: string): ClassRegistry {
  if (!OWN_CONTEXTS.has(context)) return CLASSES;
  let found = registries.get(context);
  if (found === undefined) {
    found = new ClassRegistry(classesSeenIn(context));
    registries.set(context, found);
  }
  return found;
}
