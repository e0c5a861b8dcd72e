/**
 * Writes TypeScript types of the schemas of an OpenAPI document: one exported type per schema, and
 * one table of the requests and answers of operations.
 */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

interface Content {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId?: string;
            readonly requestBody?: Content;
            readonly responses?: Readonly<Record<string, Content>>;
          }
        >
      >
    >
  >;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Content>>;
  };
}

const JSON_TYPE = 'application/json';

export function typesOf({ paths, components }: OpenApiDocument): string {
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, requestBody, responses }) => {
      const body = requestBody?.content?.[JSON_TYPE]?.schema;
      const { $ref, ...own } = responses?.['200'] ?? {};
      const response = $ref === undefined ? own : components?.responses?.[nameIn($ref)];
      const answer = response?.content?.[JSON_TYPE]?.schema;
      if (operationId === undefined) return [];
      const members = `body: ${body === undefined ? 'undefined' : typeOf(body)}; answer: ${answer === undefined ? 'unknown' : typeOf(answer)}`;
      return [`  ${JSON.stringify(operationId)}: { ${members} };`];
    });
  return `${schemas.join('\n')}\nexport interface Operations {\n${operations.join('\n')}\n}\n`;
}

const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

/**
 * The type of an object. Undeclared members may exist and are left out, because nothing reads them
 * by name.
 */
function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `{ [name: string]: ${typeOf(values)} }`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}
