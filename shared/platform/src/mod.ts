export type { HttpApi, HttpServer, HttpServerOptions } from './http_server.js';
export { startHttpServer } from './http_server.js';
export type { LogLevel, LogWriterOptions } from './log_writer.js';
export { createLogWriter } from './log_writer.js';
export { bindAddresses, isLoopback, publishAddress } from './network_address.js';
