/**
 * The index `people` of tests about what is seen of an index: its mapping, its documents, and how
 * answers about it are read.
 */
export interface Json {
  readonly [key: string]: unknown;
}

/** `hits.hits.0._id`: members and places of a JSON value; `undefined` when there is nothing. */
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

/** Of three shards, searched only when it is refreshed. */
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

/** A bulk of all of them. */
export function peopleBulk(): string {
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => {
    const team = TEAMS[n % TEAMS.length];
    const notes = [{ text: `note ${n}`, secret: `s${n}` }];
    const document = { n, team, salary: 1000 + n, name: `person ${n} of ${team}`, notes };
    return `{"index":{"_id":"${n}"}}\n${JSON.stringify(document)}\n`;
  });
  return lines.join('');
}
