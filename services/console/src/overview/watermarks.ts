/**
 * The disk watermarks, read from the cluster's settings. The cluster treats a node beyond one
 * differently.
 */
export const DISK_LEVELS = ['flood_stage', 'high', 'low'] as const;
export type DiskLevel = (typeof DISK_LEVELS)[number];

export type Watermarks = Readonly<Record<DiskLevel, string>>;

/** The values while no setting overrides them. */
export const DEFAULT_WATERMARKS: Watermarks = { low: '85%', high: '90%', flood_stage: '95%' };

const PREFIX = 'cluster.routing.allocation.disk.watermark.';

/**
 * Reads an answer of `_cluster/settings` with flat names; transient settings override persistent
 * ones, and these the defaults.
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
