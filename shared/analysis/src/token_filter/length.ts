import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { refuseOldOption } from './old_options.js';
import { keepFilter } from './shapes.js';

/** `length`: drops terms shorter than `min` or longer than `max`. */
export const LENGTH: TokenFilterType = {
  name: 'length',
  readsSettingsLate: true,
  check: (settings) => void [settings.integer('min', 0), settings.integer('max', 0)],
  create: (settings) => {
    refuseOldOption(settings, 'enable_position_increments');
    const min = settings.integer('min', 0);
    const max = settings.integer('max', 0x7fff_ffff);
    const problem =
      min < 0
        ? 'minimum length must be greater than or equal to zero'
        : 'maximum length must not be greater than minimum length';
    if (min < 0 || min > max) throw new ApiError('illegal_argument_exception', problem);
    return keepFilter('length', ({ term }) => term.length >= min && term.length <= max);
  },
};
