export {
  DOCUMENT_REGISTER,
  type RegisterInput,
  type RegisterOutput,
  type RegisterValue,
} from './document_register.js';
export {
  checkLinearizable,
  type Operation,
  type SequentialModel,
  type Verdict,
} from './linearizability.js';
export { ServiceProcess } from './service_process.js';
