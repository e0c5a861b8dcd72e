import { type ApiDescription, parameterChoices } from './parameter_completion.js';

const query = (name: string, schema = {}) => ({ name, in: 'query', schema });
const DESCRIPTION: ApiDescription = {
  paths: {
    '/{index}/_search': {
      get: {
        parameters: [
          { name: 'index', in: 'path' },
          query('size', { type: 'integer' }),
          query('explain', { type: 'boolean' }),
          query('expand_wildcards', { type: 'array', items: { enum: ['open', 'closed'] } }),
          { $ref: '#/components/parameters/pretty' },
        ],
      },
    },
    '/{index}/{name}': { get: { parameters: [query('other')] } },
  },
  components: { parameters: { pretty: query('pretty', { type: 'boolean' }) } },
};

test.each([
  ['GET', '/logs/_search?', 0, ['expand_wildcards=', 'explain=', 'pretty=', 'size=']],
  ['GET', '/logs/_search?size=1&exp', 3, ['expand_wildcards=', 'explain=', 'pretty=', 'size=']],
  ['GET', '/logs/_search?explain=t', 1, ['true', 'false']],
  ['GET', '/logs/_search?expand_wildcards=open,cl', 2, ['open', 'closed']],
  ['GET', '/logs/_search?size=', 0, []],
  ['GET', '/logs/_other?', 0, ['other=']],
  ['POST', '/logs/_search?', 0, []],
  ['GET', '/nothing?', 0, []],
])('%s %s', (method, path, length, names) => {
  expect(parameterChoices(DESCRIPTION, method, path)).toEqual({ length, names });
});
