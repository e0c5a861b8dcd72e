/**
 * The index `people`, for tests of partial views of an index: its mapping, its documents, and how
 * answers about it are read.
 */
export interface Json {
  readonly [key: string]: unknown;
}

/**
 * The value at a path of member names and array indices such as `hits.hits.0._id`; `undefined` when
 * there is none.
 */
export function at(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Json | null | undefined)?.[name], json);
}

export function keysAt(json: unknown, path: string): string[] {
  return Object.keys(at(json, path) ?? {});
}

export const DOCUMENTS = 30;
export const TEAMS = ['red', 'green', 'blue'];

/** The body that creates the index: three shards, which are refreshed only on request. */
export const PEOPLE = {
  settings: { number_of_shards: 3, number_of_replicas: 0, refresh_interval: -1 },
  mappings: {
    properties: {
      n: { type: 'integer' },
      team: { type: 'keyword' },
      salary: { type: 'long', store: true },
      name: { type: 'text', term_vector: 'yes' },
      notes: {
        type: 'nested',
        properties: { text: { type: 'text' }, secret: { type: 'keyword' } },
      },
    },
  },
};

/** The bulk body of all documents. */
export function peopleBulk(): string {
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => {
    const team = TEAMS[n % TEAMS.length];
    const notes = [{ text: `note ${n}`, secret: `s${n}` }];
    const document = { n, team, salary: 1000 + n, name: `person ${n} of ${team}`, notes };
    return `{"index":{"_id":"${n}"}}\n${JSON.stringify(document)}\n`;
  });
  return lines.join('');
}
