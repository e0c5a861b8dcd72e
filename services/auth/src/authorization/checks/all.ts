export { checkClient } from './client.js';
export { checkDpopJkt } from './dpop_jkt.js';
export { checkPkce } from './pkce.js';
export { checkPrompt } from './prompt.js';
export { checkRedirectUri, isRegistered } from './redirect_uri.js';
export { checkResponseType } from './response_type.js';
export { checkScope } from './scope.js';
export { checkState } from './state.js';
