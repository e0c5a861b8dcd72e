/** Advances snapshots and restores after changes of the cluster. */
import { advanceSnapshots } from '../snapshots/advance.js';
import type { Command } from './command_type.js';

export const advance_snapshots: Command<Record<string, never>> = {
  name: 'advance_snapshots',
  priority: 'NORMAL',
  source: () => 'update snapshots after changes of the cluster',
  execute: (state, _request, { nowMs }) => advanceSnapshots(state, nowMs),
};
