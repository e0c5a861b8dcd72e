/** The JSON text of a client's registration in the dialog: the parts that can be changed. */

/** Members that the issuer sets and nobody can change. */
const FIXED = ['client_id', 'type', 'created', 'disabled'];

export function changeableParts(client: object): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(client).filter(([name]) => !FIXED.includes(name)));
}

/** The members that were edited. The others are not sent, so that changes by other people stay. */
export function changesOf(client: object, written: object): object {
  const before = changeableParts(client);
  const isNew = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(written).filter(isNew));
}

/** The initial text for a new client: a service that acts for itself. */
export const NEW_CLIENT = {
  client_id: '',
  type: 'confidential',
  grant_types: ['client_credentials'],
  scope: 'indices:read:logs-*',
};
