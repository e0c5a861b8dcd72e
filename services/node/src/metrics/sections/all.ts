/** Every section of `GET /_metrics`: one line each. */
import type { Section } from '../contract.js';
import { clusterSection, linkSection } from './cluster.js';
import { httpSection } from './http.js';
import { machineSection } from './machine.js';
import { memorySection } from './memory.js';
import { processSection } from './process.js';
import { shardSection } from './shards.js';
import { threadSection } from './threads.js';

export const SECTIONS: readonly Section[] = [
  clusterSection,
  linkSection,
  httpSection,
  threadSection,
  memorySection,
  shardSection,
  processSection,
  machineSection,
];
