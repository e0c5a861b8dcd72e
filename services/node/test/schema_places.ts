/** The objects in an example of a schema, for tests that compare a description with the program. */
import { SCHEMAS } from '../src/api/openapi/schemas/all.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const NAMED = SCHEMAS as Readonly<Record<string, Schema>>;

export const resolvedSchema = (schema: Schema): Schema => {
  const { $ref, ...others } = schema;
  return $ref === undefined ? schema : { ...NAMED[$ref.split('/').at(-1) ?? ''], ...others };
};

/** An object of a body that has declared members: its names, and bodies with one more member. */
export interface Place {
  /** The name of its schema, or where it is. */
  readonly name: string;
  readonly known: readonly string[];
  readonly members: Readonly<Record<string, Schema>>;
  /** False if the object also takes members whose names are free, such as those of fields. */
  readonly isClosed: boolean;
  /** The free names that the example has. */
  readonly free: readonly string[];
  readonly around: (member: Readonly<Record<string, unknown>>) => unknown;
  /** A body with one member in the place of all others. */
  readonly alone: (member: Readonly<Record<string, unknown>>) => unknown;
}

type Around = (value: unknown) => unknown;
type ExampleObject = Readonly<Record<string, unknown>>;

/** The objects with declared members that an example has. */
export function placesIn(
  schema: Schema,
  example: unknown,
  at: string,
  around: Around = (value) => value,
): readonly Place[] {
  const resolved = resolvedSchema(schema);
  const { items, anyOf = [] } = resolved;
  if (Array.isArray(example)) {
    return [
      ...(items === undefined ? [] : placesInList(items, example, at, around)),
      ...anyOf.flatMap((one) => placesIn(one, example, at, around)),
    ];
  }
  if (typeof example !== 'object' || example === null) return [];
  const others = anyOf
    .filter((one) => takes(one, example))
    .flatMap((one) => placesIn(one, example, at, around));
  const { properties, additionalProperties } = resolved;
  const inside = placesInside(resolved, example as ExampleObject, at, around);
  if (properties === undefined) return [...inside, ...others];
  const name = schema.$ref?.split('/').at(-1) ?? at;
  const known = Object.keys(properties);
  const place: Place = {
    name,
    known,
    members: properties,
    isClosed: additionalProperties === false,
    free: Object.keys(example).filter((key) => !known.includes(key)),
    around: (member) => around(resolved.maxProperties === 1 ? member : { ...example, ...member }),
    alone: around,
  };
  return [place, ...inside, ...others];
}

function placesInList(
  items: Schema,
  example: readonly unknown[],
  at: string,
  around: Around,
): readonly Place[] {
  return example.flatMap((item, i) =>
    placesIn(items, item, `${at}[]`, (one) => around(example.with(i, one))),
  );
}

function placesInside(
  { properties = {}, additionalProperties }: Schema,
  example: ExampleObject,
  at: string,
  around: Around,
): readonly Place[] {
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return Object.entries(example).flatMap(([name, value]) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : values;
    const wrap = (one: unknown) => around({ ...example, [name]: one });
    return member === undefined ? [] : placesIn(member, value, `${at}.${name}`, wrap);
  });
}

/** True if the schema of an object declares every member of the example, or leaves them free. */
function takes(schema: Schema, example: object): boolean {
  const { properties = {}, additionalProperties, anyOf } = resolvedSchema(schema);
  if (anyOf !== undefined) return anyOf.some((one) => takes(one, example));
  if (additionalProperties !== false) return true;
  return Object.keys(example).every((name) => Object.hasOwn(properties, name));
}
