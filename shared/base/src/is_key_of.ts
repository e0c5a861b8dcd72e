/** Looks up names from outside in tables, whose keys the compiler knows. */

/** True if the table has the name as a key of its own, as opposed to `toString` and the like. */
export function isKeyOf<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}
