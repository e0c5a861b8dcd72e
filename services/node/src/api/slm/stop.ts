/** `POST /_slm/stop`: pauses schedules; running work is completed. */
import { modeEndpoint } from './mode_endpoint.js';

export const stop = modeEndpoint({ name: 'stop', isStopped: true });
