/** `POST /_slm/start`: resumes the schedules of policies. */
import { modeEndpoint } from './mode_endpoint.js';

export const start = modeEndpoint({ name: 'start', isStopped: false });
