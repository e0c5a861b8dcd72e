/** The OpenAPI 3.1 description of the REST interface, generated from the registered endpoints. */
import type { JsonObject, JsonValue } from '@skein/content';
import { SKEIN_VERSION } from '../../version.js';
import { RESPONSE_PARAMS } from '../common_params.js';
import type { Endpoint } from '../endpoint.js';
import {
  type Operation,
  operation,
  type Route,
  readRoute,
  responseOf,
  variablesOf,
} from './operation.js';
import { SCHEMAS } from './schemas/all.js';

export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const paths = new Paths();
  for (const endpoint of endpoints) {
    for (const [at, text] of endpoint.routes.entries()) {
      const operationId = endpoint.id + (at === 0 ? '' : `.${at + 1}`);
      paths.add(readRoute(text), (route) => operation(endpoint, route, operationId));
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Skein',
      version: SKEIN_VERSION,
      description:
        'The REST interface of a node, as Elasticsearch 7.10 and OpenSearch 2.x have it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: paths.json(),
    components: { ...COMPONENTS, responses: { ...RESPONSES, ...responsesOf(endpoints) } },
  };
}

function responsesOf(endpoints: readonly Endpoint[]): JsonObject {
  const all = endpoints.map((endpoint) => [endpoint.id, responseOf(endpoint)] as const);
  return Object.fromEntries(all.filter(([, response]) => response !== undefined));
}

/**
 * The paths by their text. OpenAPI forbids two that differ only in the names of variables: the
 * second one gets the names of the first.
 */
class Paths {
  readonly #paths = new Map<string, Record<string, JsonObject>>();
  readonly #byShape = new Map<string, string>();

  add({ method, path }: Route, operationOf: (route: Route) => Operation): void {
    const shape = path.replace(/\{\w+\}/g, '{}');
    const known = this.#byShape.get(shape) ?? path;
    this.#byShape.set(shape, known);
    const operations = this.#paths.get(known) ?? {};
    this.#paths.set(known, operations);
    const made = operationOf({ method, path });
    operations[method] = known === path ? made : renamed(made, { from: path, to: known });
  }

  json(): JsonObject {
    return Object.fromEntries(this.#paths);
  }
}

function renamed(made: Operation, { from, to }: { from: string; to: string }): JsonObject {
  const names = variablesOf(to);
  const nameOf = new Map(variablesOf(from).map((name, at) => [name, names[at] ?? name]));
  const parameters = made.parameters.map((parameter): JsonValue => {
    const name = parameter.in === 'path' ? nameOf.get(String(parameter.name)) : undefined;
    return name === undefined ? parameter : { ...parameter, name };
  });
  return { ...made, parameters };
}

const DESCRIPTIONS: Readonly<Record<(typeof RESPONSE_PARAMS)[number], JsonObject>> = {
  pretty: { description: 'Indents the response.', schema: { type: 'boolean' } },
  human: { description: 'Adds times and sizes as readable texts.', schema: { type: 'boolean' } },
  error_trace: { description: 'Adds the stack trace to errors.', schema: { type: 'boolean' } },
  format: {
    description: 'The format of the response.',
    schema: { type: 'string', enum: ['json', 'yaml', 'cbor', 'smile', 'text'] },
  },
  filter_path: {
    description: 'The parts of the response to return, as paths with wildcards.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
  },
};

const RESPONSES: JsonObject = {
  Text: {
    description: 'The response, which is text.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
  Exists: { description: 'It exists. Responses to HEAD have no body.' },
  Error: {
    description: 'The error.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

const COMPONENTS: JsonObject = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'An access token (RFC 6750, RFC 9068). A node without an issuer that listens only on loopback needs none.',
    },
  },
  parameters: Object.fromEntries(
    RESPONSE_PARAMS.map((name) => [name, { name, in: 'query', ...DESCRIPTIONS[name] }]),
  ),
  schemas: {
    ...SCHEMAS,
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        status: { type: 'integer', examples: [404] },
        error: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/ErrorCause' }] },
      },
    },
    ErrorCause: {
      type: 'object',
      required: ['type', 'reason'],
      properties: {
        type: { type: 'string', examples: ['index_not_found_exception'] },
        reason: { type: ['string', 'null'], examples: ['no such index [books]'] },
        root_cause: { type: 'array', items: { $ref: '#/components/schemas/ErrorCause' } },
        caused_by: { $ref: '#/components/schemas/ErrorCause' },
      },
      // An error tells more by its type: the index, the shard, the position.
      additionalProperties: {},
    },
  },
};
