/** The score functions: one line each. */
export { exp, gauss, linear } from './decay.js';
export { field_value_factor } from './field_value_factor.js';
export { random_score } from './random_score.js';
export { script_score } from './script_score.js';
