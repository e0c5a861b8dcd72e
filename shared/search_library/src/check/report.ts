/** Takes the problems that a check has found. */

export type Report = (problem: string) => void;
