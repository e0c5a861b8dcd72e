/** Where in a request body a parsed value stands. */
export {
  type BodyLocation,
  type BodyLocator,
  bodyLocator,
  nowhere,
  OPENING,
} from '@skein/reading';
