/** The table of contents of the languages. */
export { painless } from './painless/language.js';
