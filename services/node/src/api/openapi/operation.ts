/** One route of an endpoint as an operation of OpenAPI 3.1. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { Privilege } from '../../security/privilege.js';
import { RESPONSE_PARAMS } from '../common_params.js';
import type { BodyKind, Endpoint } from '../endpoint.js';
import { paramSchema } from './param_schema.js';
import { SHAPES } from './schemas/all.js';
import type { Shape } from './schemas/schema.js';

export interface Route {
  /** In lower case. */
  readonly method: string;
  /** A path such as `/{index}/_doc/{id}`. */
  readonly path: string;
}

export function readRoute(route: string): Route {
  const [method = '', path = ''] = route.split(' ');
  return { method: method.toLowerCase(), path };
}

export const variablesOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export type Operation = JsonObject & { readonly parameters: readonly JsonObject[] };

/** `operationId` must be unique. */
export function operation(
  endpoint: Endpoint,
  { method, path }: Route,
  operationId: string,
): Operation {
  const { id, params, body, privilege, sourceParam } = endpoint;
  const variables = variablesOf(path);
  const inQuery = Object.entries(params).filter(([name]) => !variables.includes(name));
  const needs = privilegesText(privilege);
  const shape = SHAPES[id];
  return {
    operationId,
    tags: [id.includes('.') ? (id.split('.')[0] ?? '') : 'core'],
    ...(needs === undefined ? {} : { description: needs }),
    parameters: [
      ...variables.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...inQuery.map(([name, param]) => queryParameter(name, paramSchema(param))),
      ...(sourceParam ? SOURCE_PARAMETERS : []),
      ...RESPONSE_PARAMS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body === 'none' ? {} : { requestBody: requestBody(body, shape) }),
    responses: {
      '200': { $ref: `#/components/responses/${responseName(endpoint, method)}` },
      default: { $ref: '#/components/responses/Error' },
    },
    security: privilege === 'public' ? [] : [{ bearer: [] }],
  };
}

/** Lists are joined by commas. */
function queryParameter(name: string, schema: JsonObject): JsonObject {
  const joined = schema.type === 'array' ? { style: 'form', explode: false } : {};
  return { name, in: 'query', schema, ...joined };
}

const SOURCE_PARAMETERS: readonly JsonObject[] = [
  queryParameter('source', {
    type: 'string',
    description: 'The request body, for clients that cannot send one.',
  }),
  queryParameter('source_content_type', {
    type: 'string',
    description: 'The media type of `source`.',
  }),
];

/** The routes of an endpoint share one response. */
function responseName({ id, columns }: Endpoint, method: string): string {
  if (method === 'head') return 'Exists';
  return columns === undefined && SHAPES[id] === undefined ? 'Text' : id;
}

/** Undefined for an endpoint whose response has no schema of its own. */
export function responseOf({ id, columns }: Endpoint): JsonObject | undefined {
  const shape = SHAPES[id];
  if (columns !== undefined) return table(columns);
  return shape && answer(shape);
}

/** With `format`, a list of rows. `h` chooses columns, and may name them by their aliases. */
function table(columns: NonNullable<Endpoint['columns']>): JsonObject {
  const cell = { type: ['string', 'null'] };
  const members = columns.map(({ name, description }) => [name, { ...cell, description }]);
  const row = {
    type: 'object',
    properties: Object.fromEntries(members),
    additionalProperties: cell,
  };
  return {
    description: 'The table, as text unless `format` is set.',
    content: {
      'text/plain': { schema: { type: 'string' } },
      'application/json': { schema: { type: 'array', items: row } },
    },
  };
}

function answer({ answer: { schema, example } }: Shape): JsonObject {
  return { description: 'The response.', content: { 'application/json': { schema, example } } };
}

function requestBody(kind: Exclude<BodyKind, 'none'>, shape: Shape | undefined): JsonValue {
  const object = shape?.body ?? { schema: { type: 'object' } };
  const { description = 'A JSON object a line.', example } = shape?.lines ?? {};
  const lines = {
    schema: { type: 'string', description },
    ...(example === undefined ? {} : { example }),
  };
  return kind === 'json'
    ? { content: { ...content(JSON_TYPES, object), ...content(BINARY_TYPES, BINARY) } }
    : {
        required: true,
        content: { ...content(LINES_TYPES, lines), 'application/smile': BINARY },
      };
}

const JSON_TYPES = ['application/json', 'application/yaml'];
const LINES_TYPES = ['application/x-ndjson', 'application/json'];
const BINARY_TYPES = ['application/cbor', 'application/smile'];
/** Bytes without a further schema (OpenAPI 3.1, "Considerations for File Uploads"). */
const BINARY = {};

function content(types: readonly string[], media: JsonObject): JsonObject {
  return Object.fromEntries(types.map((type) => [type, media]));
}

/** Undefined if no privilege is needed. */
function privilegesText(privilege: Privilege): string | undefined {
  if (privilege === 'public') return undefined;
  if (privilege === 'authenticated') return 'Any valid token.';
  if (typeof privilege === 'string') return `Needs \`${privilege}\`.`;
  const [names, word] =
    'anyOf' in privilege ? [privilege.anyOf, ' or '] : [privilege.everyOf, ' and '];
  return `Needs ${names.map((name) => `\`${name}\``).join(word)}.`;
}
