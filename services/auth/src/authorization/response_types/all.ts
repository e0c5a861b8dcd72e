export { code } from './code.js';
export { token } from './token.js';
