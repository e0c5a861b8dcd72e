import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `trim`: white space around a term goes, its offsets stay. */
export const TRIM: TokenFilterType = {
  name: 'trim',
  create: () => termFilter('trim', (term) => term.trim(), { charLevel: true }),
};
