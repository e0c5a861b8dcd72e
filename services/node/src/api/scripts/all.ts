/** The endpoints of this folder, one export per line. */
export { delete_script } from './delete_script.js';
export { get_script } from './get_script.js';
export { get_script_context } from './get_script_context.js';
export { get_script_languages } from './get_script_languages.js';
export { put_script } from './put_script.js';
export { scripts_painless_context } from './scripts_painless_context.js';
export { scripts_painless_execute } from './scripts_painless_execute.js';
