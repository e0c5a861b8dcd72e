/** Changes nothing. It runs after all commands that were submitted before it. */
import type { Command } from './command_type.js';

export const wait_for_events: Command<Record<string, never>> = {
  name: 'wait_for_events',
  priority: 'LANGUID',
  source: () => 'cluster_health (wait_for_events [languid])',
  execute: (state) => state,
};
