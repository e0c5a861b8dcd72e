/**
 * `PUT /_snapshot/{repository}`: registers a repository, and by default verifies it on all nodes
 * that use it.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault, type RequestBody } from '@skein/http';
import { flattenSettings } from '@skein/settings';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { refuse } from '../document/validate_write.js';
import { defineEndpoint } from '../endpoint.js';

export const create_repository = defineEndpoint({
  id: 'snapshot.create_repository',
  shape: 'master',
  routes: ['PUT /_snapshot/{repository}', 'POST /_snapshot/{repository}'],
  params: { ...MASTER_PARAMS, verify: orDefault(booleanParam, true) },
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params, body }) => ({
    record: readRecord(pathParams.repository ?? '', body),
    verifies: params.verify,
    options: submitOptions(params),
  }),
  handle: async ({ record, verifies, options }, { masterService, snapshots }, { signal }) => {
    snapshots.check(record);
    const before = masterService.state().metadata.repositories.get(record.name);
    const outcome = await masterService.submit('put_repository', record, options);
    if (!verifies) return acknowledged({}, outcome.acknowledged);
    try {
      await snapshots.verify(record.name, signal);
    } catch (fault) {
      const { name } = record;
      // Undoes the registration of a repository that cannot be used.
      await (before === undefined
        ? masterService.submit('delete_repositories', { names: [name] }, options)
        : masterService.submit('put_repository', before, options));
      throw fault;
    }
    return acknowledged({}, outcome.acknowledged);
  },
});

const FIELDS: ReadonlySet<string> = new Set(['type', 'settings']);

function readRecord(name: string, body: RequestBody) {
  checkName(name);
  const { type, settings = {}, ...others } = body.requiredObject();
  const [unknown] = Object.keys(others).filter((key) => !FIELDS.has(key));
  if (unknown !== undefined) {
    throw new ApiError('illegal_argument_exception', `unknown parameter [${unknown}]`);
  }
  if (!isJsonObject(settings)) {
    const reason = 'Malformed settings section, should include an inner object';
    throw new ApiError('illegal_argument_exception', reason);
  }
  refuse(type === undefined || type === null ? ['type is missing'] : []);
  return { name, type: String(type), settings: texts(settings) };
}

function texts(settings: JsonObject): Record<string, string> {
  return Object.fromEntries(flattenSettings(settings));
}

/** OpenSearch's rules for names (RepositoriesService). */
function checkName(name: string): void {
  const fault = (reason: string) => new ApiError('repository_exception', `[${name}] ${reason}`);
  if (name.includes('#')) throw fault("must not contain '#'");
  if (/[ "*\\<|,>/?]/.test(name)) {
    throw fault('must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]');
  }
}
