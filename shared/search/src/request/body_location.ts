/** Positions of parsed values in a request body. */
export {
  type BodyLocation,
  type BodyLocator,
  bodyLocator,
  nowhere,
  OPENING,
  placeMetadata,
} from '@skein/reading';
