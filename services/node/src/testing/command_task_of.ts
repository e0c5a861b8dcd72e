/** For tests: tasks of commands without limits of time. */
import type { CommandName, CommandRequest } from '@skein/cluster';
import { createTask } from '../master_service/command_task.js';

/** `reject` is told of the errors that the command's caller would get. */
export function taskOf<Name extends CommandName>(
  command: Name,
  request: CommandRequest<Name>,
  reject: (error: unknown) => void = () => {},
) {
  return createTask({
    command,
    request,
    options: { timeoutMs: -1, masterTimeoutMs: -1 },
    insertOrder: 0,
    submittedAtMs: 0,
    timers: { after: () => ({ cancel: () => {} }) },
    settle: { resolve: () => {}, reject },
  });
}
