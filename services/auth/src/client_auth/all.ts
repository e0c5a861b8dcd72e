export { client_secret_basic } from './client_secret_basic.js';
export { client_secret_post } from './client_secret_post.js';
export { none } from './none.js';
export { private_key_jwt } from './private_key_jwt.js';
