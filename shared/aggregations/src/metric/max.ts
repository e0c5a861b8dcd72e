/** `max`: the greatest value. */
import { extremeType } from './extreme_type.js';

export const max = extremeType('max', 'greatest');
