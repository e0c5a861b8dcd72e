/** Where a check puts what it has found. */

export type Report = (problem: string) => void;
