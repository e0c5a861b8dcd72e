export { ServiceProcess } from './service_process.js';
