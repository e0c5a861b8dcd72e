/** Limits of latitude and longitude. The checks throw illegal_argument_exception, also for NaN. */
import { doubleText } from '@skein/content';
import { ApiError } from '@skein/errors';

export function checkPoint({ lat, lon }: { readonly lat: number; readonly lon: number }): void {
  checkLatitude(lat);
  checkLongitude(lon);
}

export function checkLatitude(value: number): void {
  checkCoordinate('latitude', value, 90);
}

export function checkLongitude(value: number): void {
  checkCoordinate('longitude', value, 180);
}

function checkCoordinate(name: string, value: number, limit: number): void {
  if (Math.abs(value) <= limit) return;
  const [text, end] = [doubleText(value), doubleText(limit)];
  const reason = `invalid ${name} ${text}; must be between -${end} and ${end}`;
  throw new ApiError('illegal_argument_exception', reason);
}
