/** The table of contents: every type of repository. */
export { fs } from './fs.js';
export { s3 } from './s3.js';
export { url } from './url.js';
