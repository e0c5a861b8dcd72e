export { audit } from './audit.js';
export { clients } from './clients.js';
export { keys } from './keys.js';
export { revocations } from './revocations.js';
export { tokens } from './tokens.js';
export { roles, users } from './users.js';
