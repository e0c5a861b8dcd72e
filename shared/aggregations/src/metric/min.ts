/** `min`: the least value. */
import { extremeType } from './extreme_type.js';

export const min = extremeType('min', 'least');
