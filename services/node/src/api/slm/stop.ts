/** `POST /_slm/stop`: pauses schedules; running work is completed. */
import { slmMode } from './mode_endpoint.js';

export const stop = slmMode('stop');
