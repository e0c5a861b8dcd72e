/** As which product a node answers: for all listeners `compatibility.profile`, for one `http.listeners.NAME.profile`. */
export const PROFILES = [
  'universal',
  'elasticsearch-7',
  'elasticsearch-8',
  'elasticsearch-9',
  'opensearch-2',
] as const;

export type Profile = (typeof PROFILES)[number];
