/** The tables of Java's enumerations. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import type { EnumConstant } from '../values/enum_constant.js';
import { illegalArgument, nullPointer } from '../values/throwable.js';

type Table = Readonly<Record<string, Implementation>>;

/** `java.time.Month` in the notation of signatures: `Month`; `Map$Entry` becomes `Map.Entry`. */
const simpleName = (name: string): string =>
  name.replace(/^[a-z.]+\.(?=[A-Z])/, '').replaceAll('$', '.');

interface EnumMembers {
  readonly supers?: readonly string[];
  readonly methods?: Table;
  readonly statics?: Table;
  /** Selects the constants that have a name in scripts; all if undefined. */
  readonly isShown?: (constant: EnumConstant) => boolean;
}

/** The table of an enumeration: its constants, `valueOf`, `values`, and further members. */
export function enumTable(
  name: string,
  all: readonly EnumConstant[],
  { supers = [], methods = {}, statics = {}, isShown = () => true }: EnumMembers = {},
): ClassTable {
  const short = simpleName(name);
  return {
    name,
    supers: [...supers, 'java.lang.Enum'],
    constants: Object.fromEntries(all.filter(isShown).map((one) => [`${short} ${one.name}`, one])),
    methods,
    statics: {
      [`${short} valueOf(String)`]: (text: string | null) => constantNamed(name, all, text),
      [`${short}[] values()`]: () => new JArray(name, [...all]),
      ...statics,
    },
  };
}

function constantNamed(
  name: string,
  all: readonly EnumConstant[],
  text: string | null,
): EnumConstant {
  if (text === null) throw nullPointer('Name is null');
  const found = all.find((one) => one.name === text);
  if (found !== undefined) return found;
  throw illegalArgument(`No enum constant ${name.replaceAll('$', '.')}.${text}`);
}

export const enums: readonly ClassTable[] = [
  {
    name: 'java.lang.Enum',
    supers: ['java.lang.Comparable'],
    methods: {
      'int compareTo(Enum)': (self: EnumConstant, other: EnumConstant) => self.compareTo(other),
      'String name()': (self: EnumConstant) => self.name,
      'int ordinal()': (self: EnumConstant) => self.ordinal,
    },
  },
];
