/** Registrations as they are written in the console: what can be changed, as JSON. */

/** Told, and not to be changed. */
const FIXED = ['client_id', 'type', 'created', 'disabled'];

export function changeableParts(client: object): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(client).filter(([name]) => !FIXED.includes(name)));
}

/** What has been changed: the rest is left as it is, also by others meanwhile. */
export function changesOf(client: object, written: object): object {
  const before = changeableParts(client);
  const isNew = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(written).filter(isNew));
}

/** To begin with: a service that asks for itself. */
export const NEW_CLIENT = {
  client_id: '',
  type: 'confidential',
  grant_types: ['client_credentials'],
  scope: 'indices:read:logs-*',
};
