/** Options that filters of earlier versions had. */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';

export function refuseOldOption(settings: ComponentSettings, option: string): void {
  if (!settings.has(option)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `${option} is not supported anymore. Please fix your analysis chain`,
  );
}
