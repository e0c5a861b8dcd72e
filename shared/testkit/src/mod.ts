export {
  DOCUMENT_REGISTER,
  type RegisterInput,
  type RegisterOutput,
  type RegisterValue,
} from './document_register.js';
export { FaultyDisk, type FaultyDiskOptions } from './faulty_disk.js';
export { freePorts } from './free_ports.js';
export {
  checkLinearizable,
  type Operation,
  type SequentialModel,
  type Verdict,
} from './linearizability.js';
export { startNodes } from './node_cluster.js';
export { type NodeNetwork, nodeNetwork } from './node_network.js';
export { patientTimers } from './patient_timers.js';
export { type Launch, ServiceProcess } from './service_process.js';
export { TcpProxy } from './tcp_proxy.js';
