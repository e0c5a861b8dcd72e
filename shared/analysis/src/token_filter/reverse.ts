import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `reverse`: reverses terms, for suffix searches. */
export const REVERSE: TokenFilterType = {
  name: 'reverse',
  create: () => termFilter('reverse', (term) => [...term].reverse().join('')),
};
