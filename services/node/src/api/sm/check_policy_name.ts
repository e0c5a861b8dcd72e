import { ApiError } from '@skein/errors';

/**
 * Validates a policy name. Snapshot names begin with it, so the same characters are forbidden
 * (OpenSearch's `validateSMPolicyName`).
 */
export function checkPolicyName(name: string): void {
  const faults = [
    ...(name === '' ? ['Policy name cannot be empty.'] : []),
    ...(name.includes(' ') ? ['Policy name must not contain whitespace.'] : []),
    ...(name.includes(',') ? ["Policy name must not contain ','."] : []),
    ...(name.includes('#') ? ["Policy name must not contain '#'."] : []),
    ...(name.startsWith('_') ? ["Policy name must not start with '_'."] : []),
    ...(name === name.toLowerCase() ? [] : ['Policy name must be lowercase.']),
    ...(/["*\\<|>/?]/.test(name)
      ? ['Policy name must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?].']
      : []),
  ];
  if (faults.length > 0) throw new ApiError('illegal_argument_exception', faults.join('\n'));
}
