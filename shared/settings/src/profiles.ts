/**
 * The products as which a node responds: `compatibility.profile` for all listeners,
 * `http.listeners.NAME.profile` for one.
 */
export const PROFILES = [
  'universal',
  'elasticsearch-7',
  'elasticsearch-8',
  'elasticsearch-9',
  'opensearch-2',
] as const;

export type Profile = (typeof PROFILES)[number];
