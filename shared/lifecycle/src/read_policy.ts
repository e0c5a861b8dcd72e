/** Parses policies of both languages once: their sources never change. */
import { onceFor } from '@skein/base';
import type { LifecycleDialect } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { readIlmPolicy } from './ilm/policy.js';
import { readIsmPolicy } from './ism/policy.js';
import type { Policy } from './policy.js';

const ism = onceFor(readIsmPolicy);
const ilm = onceFor(readIlmPolicy);

export function readPolicy(dialect: LifecycleDialect, source: JsonObject): Policy {
  return dialect === 'ism' ? ism(source) : ilm(source);
}
