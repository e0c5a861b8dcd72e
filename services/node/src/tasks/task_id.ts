/** Task ids have the form `node:number`. */
import { ApiError } from '@skein/errors';
import type { TaskId } from './contract.js';

export function taskIdText({ nodeId, number }: TaskId): string {
  return `${nodeId}:${number}`;
}

export function parseTaskId(text: string): TaskId {
  const match = /^([^:]+):(-?\d{1,15})$/.exec(text);
  if (!match) throw new ApiError('illegal_argument_exception', `malformed task id ${text}`);
  return { nodeId: match[1] ?? '', number: Number(match[2]) };
}
