/** The registries of what is in whitelist/: that of most contexts, and those of contexts with classes of their own. */
import { ClassRegistry, type ClassTable } from './class_table.js';
import * as tables from './whitelist/all.js';

const ALL: readonly ClassTable[] = Object.values(tables).flat();

const classesSeenIn = (context: string | undefined): readonly ClassTable[] =>
  ALL.filter(
    ({ contexts }) =>
      contexts === undefined || (context !== undefined && contexts.includes(context)),
  );

/** What the scripts of every context see. */
export const CLASSES = new ClassRegistry(classesSeenIn(undefined));

const OWN_CONTEXTS = new Set(ALL.flatMap(({ contexts = [] }) => contexts));
const registries = new Map<string, ClassRegistry>();

/** What the scripts of the context see; one registry is built for each context that has more than the others. */
export function contextClasses(context: string): ClassRegistry {
  if (!OWN_CONTEXTS.has(context)) return CLASSES;
  let found = registries.get(context);
  if (found === undefined) {
    found = new ClassRegistry(classesSeenIn(context));
    registries.set(context, found);
  }
  return found;
}
