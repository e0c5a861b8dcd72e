/** English texts of the overview about the cluster's problems. */
export const EN_OVERVIEW = {
  'overview.why.left': '{node} left {ago} ago',
  'overview.delayed.until.one':
    '{count} copy waits for the return of its node; at {time} it is allocated elsewhere.',
  'overview.delayed.until.other':
    '{count} copies wait for the return of their node; at {time} they are allocated elsewhere.',
  'overview.trouble.breaker.one':
    '{node}: the circuit breaker {name} refused {count} request since the node started: memory was short.',
  'overview.trouble.breaker.other':
    '{node}: the circuit breaker {name} refused {count} requests since the node started: memory was short.',
  'overview.trouble.pool.one':
    '{node}: the queue of {name} was full for {count} request since the node started.',
  'overview.trouble.pool.other':
    '{node}: the queue of {name} was full for {count} requests since the node started.',
  'overview.trouble.slow.one':
    '{node}: {count} search or write was slower than its slow log allows since the node started: {name}, {took}, {ago} ago.',
  'overview.trouble.slow.other':
    '{node}: {count} searches and writes were slower than their slow logs allow since the node started, the last one {ago} ago: {name}, {took}.',
  'overview.trouble.versions': 'Nodes run different versions: {list}. Bring all to the newest one.',
} as const;
