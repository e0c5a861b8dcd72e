/** From which use of a disk on the cluster treats its node otherwise: settings of the cluster. */
export const DISK_LEVELS = ['flood_stage', 'high', 'low'] as const;
export type DiskLevel = (typeof DISK_LEVELS)[number];

export type Watermarks = Readonly<Record<DiskLevel, string>>;

/** As long as no setting says otherwise. */
export const DEFAULT_WATERMARKS: Watermarks = { low: '85%', high: '90%', flood_stage: '95%' };

const PREFIX = 'cluster.routing.allocation.disk.watermark.';

/**
 * Of an answer of `_cluster/settings` with flat names: the later of defaults, persistent and
 * transient wins.
 */
export function watermarksOf(
  settings: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): Watermarks {
  const { defaults = {}, persistent = {}, transient = {} } = settings;
  const all = { ...defaults, ...persistent, ...transient };
  const at = (level: DiskLevel) => {
    const value = all[PREFIX + level];
    return typeof value === 'string' ? value : DEFAULT_WATERMARKS[level];
  };
  return { low: at('low'), high: at('high'), flood_stage: at('flood_stage') };
}
