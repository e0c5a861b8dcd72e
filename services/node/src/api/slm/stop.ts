/** `POST /_slm/stop`: what is under way goes on to its end, nothing new begins by itself. */
import { modeEndpoint } from './mode_endpoint.js';

export const stop = modeEndpoint({ name: 'stop', isStopped: true });
