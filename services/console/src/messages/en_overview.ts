/** English texts of the overview about the cluster's problems. */
export const EN_OVERVIEW = {
  'overview.trouble.breaker.one':
    '{node}: the circuit breaker {name} refused {count} request since the node started: memory was short.',
  'overview.trouble.breaker.other':
    '{node}: the circuit breaker {name} refused {count} requests since the node started: memory was short.',
  'overview.trouble.pool.one':
    '{node}: the queue of {name} was full for {count} request since the node started.',
  'overview.trouble.pool.other':
    '{node}: the queue of {name} was full for {count} requests since the node started.',
  'overview.trouble.versions': 'Nodes run different versions: {list}. Bring all to the newest one.',
} as const;
