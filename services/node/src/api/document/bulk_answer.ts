/** An item of a bulk's answer as JSON text. There are thousands in an answer and nearly all look alike: those are written out here. */
import { type JsonObject, stringifyJson } from '@skein/content';
import type { RoutedWriteResult } from '../../document_router/mod.js';
import type { BulkAction } from './bulk_body.js';
import { type AcceptedWrite, itemError, statusOf, writeAnswer } from './write_params.js';

export function bulkAnswer(action: BulkAction, outcome: RoutedWriteResult): string {
  const { result, index } = outcome;
  if (!result.ok) {
    const { id, error } = result;
    const failure = { _index: index, _id: id, status: error.status, error: itemError(error) };
    return stringifyJson({ [action]: failure });
  }
  if (result.get === undefined && !outcome.forcedRefresh) return plain(action, outcome, result);
  const answer: JsonObject = { ...writeAnswer(outcome, result), status: statusOf(result) };
  return stringifyJson({ [action]: answer });
}

/** What `writeAnswer` gives when there is nothing special to say, with the status behind it. */
function plain(
  action: BulkAction,
  { index, shards }: RoutedWriteResult,
  result: AcceptedWrite,
): string {
  const { total, successful, failed } = shards;
  return (
    `{"${action}":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(result.id)},"_version":${result.version},` +
    `"result":"${result.result}","_shards":{"total":${total},"successful":${successful},"failed":${failed}},` +
    `"_seq_no":${result.seqNo},"_primary_term":${result.primaryTerm},"status":${statusOf(result)}}}`
  );
}
