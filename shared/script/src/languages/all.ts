/** All script languages. */
export { expression } from './expression/language.js';
export { mustache } from './mustache/language.js';
export { painless } from './painless/language.js';
