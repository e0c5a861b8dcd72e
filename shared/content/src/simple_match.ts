/** The reference's "simple match": `*` stands for any run of characters, everything else for itself. Linear time. */
export function simpleMatch(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  let patternAt = 0;
  let textAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (textAt < text.length) {
    if (pattern[patternAt] === '*') {
      starAt = patternAt++;
      resumeAt = textAt;
    } else if (pattern[patternAt] === text[textAt]) {
      patternAt++;
      textAt++;
    } else if (starAt >= 0) {
      patternAt = starAt + 1;
      textAt = ++resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[patternAt] === '*') patternAt++;
  return patternAt === pattern.length;
}
