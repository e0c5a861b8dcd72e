export { loadSettings } from './config/load_settings.js';
export { runProgram } from './program.js';
export type { RunningService } from './run_service.js';
export { runService } from './run_service.js';
