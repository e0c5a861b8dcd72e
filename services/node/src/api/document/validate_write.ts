/**
 * Validates a write without looking at its document, in the words of OpenSearch's request
 * validation. Pure.
 */
import { invalidRequest } from '@skein/errors';
import type { VersionType } from '@skein/shard';
import type { RoutedWrite } from '../../document_router/mod.js';

/** A write whose document is not looked at. */
type UnreadWrite = Omit<RoutedWrite, 'body' | 'requireAlias'>;

/** The version that OpenSearch's messages show if none was given. */
const ANY_VERSION = -3;

const NO_OTHER_VERSIONS =
  'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead';

export function writeProblems(write: UnreadWrite): string[] {
  const problems: string[] = [];
  if (write.index === '') problems.push('index is missing');
  if (write.op === 'delete' && write.id === '') problems.push('id is missing');
  const refusedCreate = write.op === 'create' ? createProblem(write) : undefined;
  // As in OpenSearch, the rest of such a request is not looked at.
  if (refusedCreate !== undefined) return [...problems, refusedCreate];
  if (write.op === 'update') problems.push(...updateProblems(write));
  else problems.push(...versionProblems(write), ...seqNoProblems(write));
  if (write.pipeline === '') problems.push('pipeline cannot be an empty string');
  return problems;
}

/** Throws all problems of a request at once. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw invalidRequest(problems);
}

function createProblem(write: UnreadWrite): string | undefined {
  if (write.versionType !== 'internal') {
    return 'create operations only support internal versioning. use index instead';
  }
  if (write.version !== undefined) {
    return 'create operations do not support explicit versions. use index instead';
  }
  if (write.ifSeqNo !== undefined || write.ifPrimaryTerm !== undefined) {
    return 'create operations do not support compare and set. use index instead';
  }
  return undefined;
}

function updateProblems(write: UnreadWrite): string[] {
  const { id, versionType, version, ifSeqNo, retryOnConflict } = write;
  // As in OpenSearch, such an update is refused before anything else is looked at.
  if (versionType !== 'internal') return [NO_OTHER_VERSIONS];
  const problems = id === '' ? ['id is missing'] : [];
  if (ifSeqNo !== undefined && retryOnConflict > 0) {
    problems.push('compare and write operations can not be retried');
  }
  if (version !== undefined && retryOnConflict > 0) {
    problems.push("can't provide both retry_on_conflict and a specific version");
  }
  return [...problems, ...versionProblems(write), ...seqNoProblems(write)];
}

/**
 * OpenSearch refuses versions of the type `internal`; Skein honours them as conditions, of updates
 * too (`shared/engine/src/versioning.ts`).
 */
function versionProblems({ autoId, version, versionType }: UnreadWrite): string[] {
  const external = versionType !== 'internal';
  const problems: string[] = [];
  if (autoId && (external || version !== undefined)) {
    problems.push('an id must be provided if version type or value are set');
  }
  const legal = external
    ? version !== undefined && version >= 0
    : version === undefined || version > 0;
  if (!legal) problems.push(illegalVersion(version ?? ANY_VERSION, versionType));
  return problems;
}

/** The fault of a version that no document has, or can get, by its type. */
export function illegalVersion(version: number, type: VersionType): string {
  return `illegal version value [${version}] for version type [${type.toUpperCase()}]`;
}

function seqNoProblems({ ifSeqNo, ifPrimaryTerm, version, versionType }: UnreadWrite): string[] {
  if (ifSeqNo === undefined) {
    if (ifPrimaryTerm === undefined) return [];
    return [`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`];
  }
  const problems: string[] = [];
  if (version !== undefined || versionType !== 'internal') {
    problems.push('compare and write operations can not use versioning');
  }
  if (ifPrimaryTerm === undefined) problems.push('ifSeqNo is set, but primary term is [0]');
  return problems;
}
