/** `GET /_openapi.json`: the OpenAPI 3.1 description of this interface. */
import { utf8 } from '@skein/bytes';
import { chunksReply } from '@skein/http';
import { defineEndpoint, type Endpoint } from '../endpoint.js';
import { openApiDocument } from './document.js';

/** The endpoint that describes the others and itself. */
export function openApi(others: readonly Endpoint[]): Endpoint {
  let bytes: Uint8Array | undefined;
  const endpoint = defineEndpoint({
    id: 'describe_api',
    shape: 'local',
    routes: ['GET /_openapi.json'],
    params: {},
    body: 'none',
    privilege: 'authenticated',
    parse: () => ({}),
    handle: () => {
      bytes ??= utf8(JSON.stringify(openApiDocument([...others, endpoint])));
      return chunksReply([bytes]);
    },
  });
  return endpoint;
}
