/**
 * Validates a write without looking at its document, in the words of OpenSearch's request
 * validation. Pure.
 */
import { invalidRequest } from '@skein/errors';
import type { RoutedWrite } from '../../document_router/mod.js';

/** A write whose document is not looked at. */
type UnreadWrite = Omit<RoutedWrite, 'body' | 'requireAlias'>;

/** The version that OpenSearch's messages show if none was given. */
const ANY_VERSION = -3;

export function writeProblems(write: UnreadWrite): string[] {
  const problems: string[] = [];
  if (write.index === '') problems.push('index is missing');
  if (write.op === 'delete' && write.id === '') problems.push('id is missing');
  if (write.op === 'update') problems.push(...updateProblems(write));
  else if (write.op === 'create') problems.push(...createProblems(write));
  else problems.push(...versionProblems(write));
  problems.push(...seqNoProblems(write));
  if (write.pipeline === '') problems.push('pipeline cannot be an empty string');
  return problems;
}

/** Throws all problems of a request at once. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw invalidRequest(problems);
}

function createProblems(write: UnreadWrite): string[] {
  if (write.versionType !== 'internal') {
    return ['create operations only support internal versioning. use index instead'];
  }
  if (write.version !== undefined) {
    return ['create operations do not support explicit versions. use index instead'];
  }
  if (write.ifSeqNo !== undefined || write.ifPrimaryTerm !== undefined) {
    return ['create operations do not support compare and set. use index instead'];
  }
  return [];
}

function updateProblems({
  id,
  versionType,
  version,
  ifSeqNo,
  retryOnConflict,
}: UnreadWrite): string[] {
  const problems: string[] = [];
  if (id === '') problems.push('id is missing');
  if (versionType !== 'internal' || version !== undefined) {
    problems.push(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  if (ifSeqNo !== undefined && retryOnConflict > 0) {
    problems.push('compare and write operations can not be retried');
  }
  return problems;
}

function versionProblems({ autoId, version, versionType }: UnreadWrite): string[] {
  const external = versionType !== 'internal';
  if (autoId && (external || version !== undefined)) {
    return ['an id must be provided if version type or value are set'];
  }
  const legal = external
    ? version !== undefined && version >= 0
    : version === undefined || version > 0;
  if (legal) return [];
  const type = versionType.toUpperCase();
  return [`illegal version value [${version ?? ANY_VERSION}] for version type [${type}]`];
}

function seqNoProblems({ ifSeqNo, ifPrimaryTerm, version, versionType }: UnreadWrite): string[] {
  if (ifSeqNo === undefined && ifPrimaryTerm === undefined) return [];
  const problems: string[] = [];
  if (version !== undefined || versionType !== 'internal') {
    problems.push('compare and write operations can not use versioning');
  }
  if (ifPrimaryTerm === undefined || ifPrimaryTerm === 0) {
    problems.push('ifSeqNo is set, but primary term is [0]');
  }
  if (ifSeqNo === undefined) {
    problems.push(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  }
  return problems;
}
