/** A problem that a check has found. */
export interface Finding {
  readonly grade: 'error' | 'warning';
  /** The problem and its place. */
  readonly problem: string;
  /** The command or action that solves it. */
  readonly mend: string;
}

export function error(problem: string, mend: string): Finding {
  return { grade: 'error', problem, mend };
}

export function warning(problem: string, mend: string): Finding {
  return { grade: 'warning', problem, mend };
}
