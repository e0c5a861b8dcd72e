import type { TokenFilterType } from '../build/component_type.js';
import { keepFilter } from './shapes.js';

/** `length`: drops terms shorter or longer than asked. */
export const LENGTH: TokenFilterType = {
  name: 'length',
  create: (settings) => {
    const min = settings.integer('min', 0);
    const max = settings.integer('max', 0x7fff_ffff);
    return keepFilter('length', ({ term }) => term.length >= min && term.length <= max);
  },
};
