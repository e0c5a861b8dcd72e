/** Which content coding a client wants, by its `Accept-Encoding` (RFC 9110, 12.5.3). */

export type Encoding = 'br' | 'gzip';

/** The first offered coding that the header accepts, if any. */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map(header.split(',').map(weightOf));
  // `*` stands for the codings that the header does not name.
  return offered.find((one) => (weights.get(one) ?? weights.get('*') ?? 0) > 0);
}

function weightOf(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
  // `x-gzip` is an old name of `gzip` (RFC 9110, 8.4.1.3).
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight)];
}
