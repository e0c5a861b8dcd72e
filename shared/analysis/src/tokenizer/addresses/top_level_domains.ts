/** The top-level domains of the Internet, as IANA lists them. */
import { onDemand } from '@skein/base';

const library = onDemand<typeof import('tlds')>(import.meta.url, 'tlds');

interface Domains {
  readonly names: ReadonlySet<string>;
  readonly longest: number;
}

let domains: Domains | undefined;

/**
 * The ends of the top-level domains that begin at `start`, the least first. Domains are compared in
 * ASCII, without regard to case: those of other scripts begin with `xn--`.
 */
export function* topLevelEnds(text: string, start: number): Generator<number> {
  domains ??= allDomains();
  const name = text.slice(start, start + domains.longest).toLowerCase();
  for (let length = 2; length <= name.length; length++) {
    if (domains.names.has(name.slice(0, length))) yield start + length;
  }
}

function allDomains(): Domains {
  const names = new Set(library().map(asciiName));
  return { names, longest: Math.max(...Array.from(names, ({ length }) => length)) };
}

/** The name in Punycode (RFC 3492), as a URL shows it. */
function asciiName(name: string): string {
  return new URL(`http://${name}`).hostname;
}
