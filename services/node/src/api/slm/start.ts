/** `POST /_slm/start`: resumes the schedules of policies. */
import { slmMode } from './mode_endpoint.js';

export const start = slmMode('start');
