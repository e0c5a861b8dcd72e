/** Describes the classes of a context, in the form of `_scripts/painless/_context`. */

import { type ClassRegistry, type JavaClass, type Method, PRIMITIVES } from '@skein/java';
import type { ScriptContext } from '../../contexts/context_type.js';

type MemberDescription = {
  readonly declaring: string;
  readonly name: string;
  readonly return: string;
  readonly parameters: readonly string[];
};

type FieldDescription = {
  readonly declaring: string;
  readonly name: string;
  readonly type: string;
};

export type ClassDescription = {
  readonly name: string;
  readonly imported: boolean;
  readonly constructors: readonly {
    readonly declaring: string;
    readonly parameters: readonly string[];
  }[];
  readonly static_methods: readonly MemberDescription[];
  readonly methods: readonly MemberDescription[];
  readonly static_fields: readonly FieldDescription[];
  readonly fields: readonly FieldDescription[];
};

type ContextDescription = {
  readonly name: string;
  readonly classes: readonly ClassDescription[];
  readonly imported_methods: readonly MemberDescription[];
  readonly class_bindings: readonly (MemberDescription & { readonly read_only: number })[];
  readonly instance_bindings: readonly never[];
};

const LETTERS: Readonly<Record<string, string>> = {
  boolean: 'Z',
  byte: 'B',
  char: 'C',
  double: 'D',
  float: 'F',
  int: 'I',
  long: 'J',
  short: 'S',
};

/** The JVM's name of a type: `int`, `[I`, `[Ljava.lang.String;`. */
function machineName(type: string): string {
  if (type === 'def') return 'org.opensearch.painless.lookup.def';
  if (!type.endsWith('[]')) return type;
  const element = machineName(type.slice(0, -2));
  if (element.startsWith('[')) return `[${element}`;
  return `[${LETTERS[element] ?? `L${element};`}`;
}

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name < b.name ? -1 : Number(a.name > b.name);

const bySignature = (a: MemberDescription, b: MemberDescription): number =>
  byName(a, b) || a.parameters.length - b.parameters.length;

function memberOf(method: Method): MemberDescription {
  const { owner, name, returns, parameters, scriptClass } = method;
  const all = scriptClass === undefined ? parameters : [scriptClass, ...parameters];
  return {
    declaring: owner,
    name,
    return: machineName(returns),
    parameters: all.map(machineName),
  };
}

function describeClass(one: JavaClass): ClassDescription {
  const members = (methods: ReadonlyMap<string, Method>): MemberDescription[] =>
    [...methods.values()].map(memberOf).sort(bySignature);
  const constants = [...one.constants].map(([name, { type }]) => ({
    declaring: one.name,
    name,
    type: machineName(type),
  }));
  const fields = [...one.fields.values()].map(({ owner, name, returns }) => ({
    declaring: owner,
    name,
    type: machineName(returns),
  }));
  return {
    name: one.name,
    imported: one.table.imported !== false,
    constructors: [...one.constructors.values()]
      .map(({ parameters }) => ({ declaring: one.name, parameters: parameters.map(machineName) }))
      .sort((a, b) => a.parameters.length - b.parameters.length),
    static_methods: members(one.statics),
    methods: members(one.methods),
    static_fields: constants.sort(byName),
    fields: fields.sort(byName),
  };
}

const primitive = (name: string): ClassDescription => ({
  name,
  imported: true,
  constructors: [],
  static_methods: [],
  methods: [],
  static_fields: [],
  fields: [],
});

export function describeContext(
  context: ScriptContext,
  classes: ClassRegistry,
): ContextDescription {
  const shown = [...classes.all()].filter(({ table }) => table.hidden !== true);
  const functions = context.functions ?? [];
  return {
    name: context.name,
    classes: [...shown.map(describeClass), ...[...PRIMITIVES].map(primitive)].sort(byName),
    imported_methods: functions
      .filter(({ boundArguments }) => boundArguments === undefined)
      .map(memberOf),
    class_bindings: functions.flatMap((one) =>
      one.boundArguments === undefined ? [] : [{ ...memberOf(one), read_only: one.boundArguments }],
    ),
    instance_bindings: [],
  };
}
