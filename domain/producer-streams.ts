import { countryInText } from './country-name.ts'

/** Waste streams whose producers are registered by country. */
export const STREAMS = ['packaging', 'electrical'] as const
/** One of `STREAMS`. */
export type Stream = (typeof STREAMS)[number]

/** Labels of the streams. */
export const STREAM_LABELS: Readonly<Record<Stream, string>> = { packaging: 'Packaging', electrical: 'Electrical equipment' }

/** Effects of a rule in a shop: none, sellers are asked for the number, or nothing is offered without a confirmed one. */
export const REGISTER_MODES = ['off', 'ask', 'require'] as const
/** One of `REGISTER_MODES`. */
export type RegisterMode = (typeof REGISTER_MODES)[number]

/** States of a number that a rule asks for. */
export const REGISTRATION_STATES = ['valid', 'missing', 'unconfirmed', 'ended', 'future'] as const
/** One of `REGISTRATION_STATES`. */
export type RegistrationState = (typeof REGISTRATION_STATES)[number]

/** Labels of the states. */
export const REGISTRATION_STATE_LABELS: Readonly<Record<RegistrationState, string>> = {
  valid: 'Confirmed',
  missing: 'Missing',
  unconfirmed: 'Not confirmed',
  ended: 'Ended',
  future: 'Not valid yet',
}

/** Returns the sentence about a product that is not offered in a country, for its buyers. */
export const notOfferedText = (country: string): string => `Not available in ${countryInText(country)}`
