/** Errors of formats and their arguments, with java.util.Formatter's messages. */
import { Throwable } from '../values/throwable.js';
import { classNameOf, type Value } from '../values/value.js';

/** The number that stands for one which is larger than any int. */
export const NO_INT = -(2 ** 31);

const fault = (
  name: string,
  message: string,
  details: Readonly<Record<string, string | number>>,
): Throwable => new Throwable(`java.util.${name}Exception`, message, { details });

export const unknownConversion = (conversion: string): Throwable =>
  fault('UnknownFormatConversion', `Conversion = '${conversion}'`, { conversion });
export const missingArgument = (specifier: string): Throwable =>
  fault('MissingFormatArgument', `Format specifier '${specifier}'`, { specifier });
export const missingWidth = (specifier: string): Throwable =>
  fault('MissingFormatWidth', specifier, { specifier });
export const duplicateFlags = (flags: string): Throwable =>
  fault('DuplicateFormatFlags', `Flags = '${flags}'`, { flags });
export const illegalFlags = (flags: string): Throwable =>
  fault('IllegalFormatFlags', `Flags = '${flags}'`, { flags });
export const illegalPrecision = (size: number): Throwable =>
  fault('IllegalFormatPrecision', String(size), { size });
export const illegalWidth = (size: number): Throwable =>
  fault('IllegalFormatWidth', String(size), { size });
export const illegalIndex = (index: number): Throwable =>
  fault(
    'IllegalFormatArgumentIndex',
    index === NO_INT
      ? 'Format argument index: (not representable as int)'
      : `Illegal format argument index = ${index}`,
    { index },
  );
export const flagMismatch = (flags: string, conversion: string): Throwable =>
  fault('FormatFlagsConversionMismatch', `Conversion = ${conversion}, Flags = ${flags}`, {
    flags,
    conversion: conversion.charCodeAt(0),
  });
export const illegalCodePoint = (code: number): Throwable =>
  fault('IllegalFormatCodePoint', `Code point = 0x${(code >>> 0).toString(16)}`, { code });
export const illegalConversion = (conversion: string, value: NonNullable<Value>): Throwable =>
  fault('IllegalFormatConversion', `${conversion} != ${classNameOf(value)}`, {
    conversion: conversion.charCodeAt(0),
  });
