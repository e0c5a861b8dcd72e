/**
 * Settings of Index State Management have two names: OpenSearch's, and the legacy name from Open
 * Distro.
 */
import type { Settings } from '@skein/settings';

export function ismSetting(
  settings: Settings,
  name: 'policy_id' | 'rollover_alias',
): string | undefined {
  return (
    settings.get(`index.plugins.index_state_management.${name}`) ??
    settings.get(`index.opendistro.index_state_management.${name}`)
  );
}
