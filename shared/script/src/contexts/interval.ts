/** `script` filter of an `intervals` query. */
import type { ScriptContext } from './context_type.js';

export const interval: ScriptContext = {
  name: 'interval',
  variables: [
    { name: 'interval', type: 'org.opensearch.index.query.IntervalFilterScript$Interval' },
  ],
  takes: ['interval'],
  returns: 'boolean',
};
