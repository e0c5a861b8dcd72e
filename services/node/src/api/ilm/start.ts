/** `POST /_ilm/start`: resumes ILM policies. */
import { ilmMode } from './mode_endpoint.js';

export const start = ilmMode('start');
