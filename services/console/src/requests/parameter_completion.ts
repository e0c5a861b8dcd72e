/**
 * Completes the parameters of a request and their values, from the API's description
 * (`/_openapi.json`).
 */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly schemas?: Readonly<Record<string, Schema>>;
  };
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

/** The parts of a JSON Schema from which names and values are completed. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly items?: { readonly enum?: readonly string[] };
  };
}

interface ParameterChoices {
  /** The length of the unfinished word before the caret. */
  readonly length: number;
  readonly names: readonly string[];
}

/** `path` reaches up to the caret and has a `?` in it. */
export function parameterChoices(
  description: ApiDescription,
  method: string,
  path: string,
): ParameterChoices {
  const mark = path.indexOf('?');
  const last =
    path
      .slice(mark + 1)
      .split('&')
      .at(-1) ?? '';
  const [name = '', value] = last.split('=');
  const known = parametersOf(description, method, path.slice(0, mark));
  if (value === undefined) {
    return { length: last.length, names: known.map((one) => `${one.name}=`).sort() };
  }
  const written = value.split(',').at(-1) ?? '';
  const parameter = known.find((one) => one.name === name);
  return { length: written.length, names: valuesOf(parameter) };
}

function valuesOf(parameter: Parameter | undefined): readonly string[] {
  const { type, enum: values, items } = parameter?.schema ?? {};
  if (type === 'boolean') return ['true', 'false'];
  return values ?? items?.enum ?? [];
}

/** The operation of a path without parameters; undefined if the description has none. */
export function operationAt(
  { paths }: ApiDescription,
  method: string,
  path: string,
): Operation | undefined {
  const given = path.replace(/^\//, '').split('/');
  const fitting = Object.entries(paths)
    .filter(([template]) => fits(template, given))
    .flatMap(([template, operations]) => {
      const operation = operations[method.toLowerCase()];
      return operation === undefined ? [] : [{ template, operation }];
    })
    // `/{index}/_search` comes before `/{index}/{name}`, because it has fewer placeholders.
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  return fitting[0]?.operation;
}

function parametersOf(
  description: ApiDescription,
  method: string,
  path: string,
): readonly Parameter[] {
  const { components = {} } = description;
  const found = operationAt(description, method, path)?.parameters ?? [];
  return found
    .flatMap((one) => {
      if (!('$ref' in one)) return [one];
      const shared = components.parameters?.[one.$ref.split('/').at(-1) ?? ''];
      return shared === undefined ? [] : [shared];
    })
    .filter((one) => one.in === 'query');
}

function fits(template: string, given: readonly string[]): boolean {
  const parts = template.slice(1).split('/');
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]))
  );
}
