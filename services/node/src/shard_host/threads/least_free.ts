/** The least number from `first` that is not taken. */
export function leastFree(taken: readonly number[], first = 0): number {
  let number = first;
  while (taken.includes(number)) number++;
  return number;
}
