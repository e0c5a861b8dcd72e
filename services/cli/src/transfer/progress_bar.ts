/** The progress of an import or export: a bar on a terminal, a line now and then elsewhere. */
import type { Watched } from './export_indices.js';

const LINE_EVERY_MS = 10_000;

/** `unit` names what is counted, as in `documents`. */
export async function progressBar(unit: string): Promise<Watched & { end(): void }> {
  if (!process.stderr.isTTY) return lines(unit);
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar(
    { format: `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left` },
    progress.Presets.shades_classic,
  );
  return {
    begin: (total, done) => bar.start(total, done),
    reach: (done) => {
      bar.setTotal(Math.max(bar.getTotal(), done));
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}

function lines(unit: string): Watched & { end(): void } {
  let saidMs = 0;
  let total = 0;
  return {
    begin: (all) => {
      total = all;
      saidMs = performance.now();
    },
    reach: (done) => {
      if (performance.now() - saidMs < LINE_EVERY_MS) return;
      saidMs = performance.now();
      process.stderr.write(`${done} of ${total} ${unit}\n`);
    },
    end: () => undefined,
  };
}
