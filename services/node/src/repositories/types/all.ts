/** The types of repositories, one export line a type. */
export { fs } from './fs.js';
export { s3 } from './s3.js';
export { url } from './url.js';
