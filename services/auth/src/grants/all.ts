export { authorization_code } from './authorization_code.js';
export { client_credentials } from './client_credentials.js';
export { device_code } from './device_code.js';
export { password } from './password.js';
export { refresh_token } from './refresh_token.js';
