/** What `npm run new` writes: the smallest working member of each kind, its line in the table of contents, and a test that fails until it is true. */

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface Kind {
  readonly name: string;
  /** What the name is of, for the help. */
  readonly example: string;
  /** The member and its test. */
  readonly files: (name: string) => readonly NewFile[];
  /** The table of contents and the line it gets. */
  readonly contents: (name: string) => { readonly path: string; readonly line: string };
}

const query: Kind = {
  name: 'query',
  example: 'query pinned',
  files: (name) => [
    {
      path: `shared/search/src/queries/${name}.ts`,
      text: `/** \`${name}\`: which documents it finds, and how it scores them. */
import { matchNoneQuery } from '@skein/search_library';
import { readHeaderOnly } from './header.js';
import type { QueryType } from './query_node.js';

export const ${name}: QueryType = {
  name: '${name}',
  parse(body, context) {
    const header = readHeaderOnly('${name}', body, context);
    return { ...header, toQuery: () => matchNoneQuery('${name} finds nothing yet') };
  },
};
`,
    },
    {
      path: `shared/search/src/queries/${name}.test.ts`,
      text: `import { ${name} } from './${name}.js';

describe('${name}', () => {
  it('goes by its name', () => {
    expect(${name}.name).toBe('${name}');
  });
  it.todo('finds what it should, on a small index');
});
`,
    },
  ],
  contents: (name) => ({
    path: 'shared/search/src/queries/all.ts',
    line: `export { ${name} } from './${name}.js';`,
  }),
};

const command: Kind = {
  name: 'command',
  example: 'command rollover_alias',
  files: (name) => [
    {
      path: `shared/cluster/src/commands/${name}.ts`,
      text: `/** What changes in the cluster state, and why it may. */
import type { Command } from './command_type.js';

export interface ${pascal(name)}Request {
  readonly indices: readonly string[];
}

export const ${name}: Command<${pascal(name)}Request> = {
  name: '${name}',
  priority: 'NORMAL',
  source: ({ indices }) => \`${name.replaceAll('_', '-')} [\${indices.join(', ')}]\`,
  execute: (state) => state,
};
`,
    },
    {
      path: `shared/cluster/src/commands/${name}.test.ts`,
      text: `import { ${name} } from './${name}.js';

describe('${name}', () => {
  it('says what it does in the list of pending tasks', () => {
    expect(${name}.source({ indices: ['a', 'b'] })).toBe('${name.replaceAll('_', '-')} [a, b]');
  });
  it.todo('changes the cluster state');
});
`,
    },
  ],
  contents: (name) => ({
    path: 'shared/cluster/src/commands/all.ts',
    line: `export { ${name} } from './${name}.js';`,
  }),
};

const endpoint: Kind = {
  name: 'endpoint',
  example: 'endpoint indices/rollover',
  files: (path) => {
    const [room = '', name = ''] = path.split('/');
    return [
      {
        path: `services/node/src/api/${room}/${name}.ts`,
        text: `/** \`GET /_${name}\` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const ${name} = defineEndpoint({
  id: '${room}.${name}',
  shape: 'local',
  routes: ['GET /_${name}'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => jsonReply({}),
});
`,
      },
      {
        path: `services/node/src/api/${room}/${name}.test.ts`,
        text: `import { ${name} } from './${name}.js';

describe('${room}.${name}', () => {
  it('has a route', () => {
    expect(${name}.routes).toEqual(['GET /_${name}']);
  });
  it.todo('answers as the reference does');
});
`,
      },
    ];
  },
  contents: (path) => {
    const [room = '', name = ''] = path.split('/');
    return {
      path: `services/node/src/api/${room}/all.ts`,
      line: `export { ${name} } from './${name}.js';`,
    };
  },
};

export const KINDS: readonly Kind[] = [query, command, endpoint];

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}
