/** The registry of everything in whitelist/, built once. */
import { ClassRegistry } from './class_table.js';
import * as tables from './whitelist/all.js';

export const CLASSES = new ClassRegistry(Object.values(tables).flat());
