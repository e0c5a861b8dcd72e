/** Changes an index's settings as part of a step; null removes a setting. */
import type { LifecycleEffect } from '@skein/cluster';

export function withSettings(
  index: string,
  settings: readonly (readonly [string, string | null])[],
): LifecycleEffect {
  const request = { indices: [index], settings: new Map(settings), preserveExisting: false };
  return { command: 'update_index_settings', request };
}
