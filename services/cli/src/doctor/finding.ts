/** What a check says. */
export interface Finding {
  readonly grade: 'error' | 'warning';
  /** What is wrong, and where. */
  readonly problem: string;
  /** The command that mends it, or what else does. */
  readonly mend: string;
}

export function error(problem: string, mend: string): Finding {
  return { grade: 'error', problem, mend };
}

export function warning(problem: string, mend: string): Finding {
  return { grade: 'warning', problem, mend };
}
