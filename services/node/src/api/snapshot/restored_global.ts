/**
 * Validates the sources in a snapshot's global metadata as in the put requests. The rest is checked
 * by the cluster state command.
 */
import { type GlobalMetadata, readGlobalMetadata } from '@skein/cluster';
import { encodeJson, type JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { readPolicy } from '@skein/lifecycle';
import { checkOptions, isScriptLanguage, type StoredScript } from '@skein/script';
import { checkSearchPipeline } from '@skein/search';
import type { Actors } from '../../actors.js';
import type { Privilege } from '../../security/privilege.js';

/** The privilege to put everything that global metadata may contain. */
export const RESTORES_GLOBAL_STATE: Privilege = {
  everyOf: ['cluster:manage', 'pipelines:manage', 'templates:manage', 'scripts:manage'],
};

/** Rejects with the error of a source and its id. */
export async function checkGlobalMetadata(
  global: JsonObject,
  { pipelineRunner }: Pick<Actors, 'pipelineRunner'>,
): Promise<void> {
  const { pipelines, searchPipelines, storedScripts, lifecyclePolicies }: GlobalMetadata =
    readGlobalMetadata(global);
  for (const [id, source] of pipelines) {
    await checking(`pipeline [${id}]`, () => pipelineRunner.check(id, encodeJson(source)));
  }
  for (const [id, source] of searchPipelines) {
    await checking(`search pipeline [${id}]`, () => checkSearchPipeline(id, source));
  }
  for (const [id, script] of storedScripts) {
    await checking(`script [${id}]`, () => checkScript(script));
  }
  for (const { id, dialect, source } of lifecyclePolicies.values()) {
    await checking(`policy [${id}]`, () => readPolicy(dialect, source));
  }
}

async function checking(what: string, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (error) {
    const reason = `${what} of the snapshot cannot be restored`;
    throw new ApiError('illegal_argument_exception', reason, { cause: asApiError(error) });
  }
}

function checkScript({ lang, options }: StoredScript): void {
  checkOptions(options);
  if (isScriptLanguage(lang)) return;
  const reason = `unable to put stored script with unsupported lang [${lang}]`;
  throw new ApiError('illegal_argument_exception', reason);
}
