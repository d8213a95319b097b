import { EU_COUNTRIES } from './market-country.ts'

/**
 * Nominal voltages at which premises of a country are fed from one phase and from three, and frequencies in hertz; motors are rated for
 * them within 10%. Looked up on 2026-11-28: ANSI C84.1 (US), CSA C235 (CA), IEC 60038 for 230/400 V (in the EU EN 50160), for others the
 * IEC's World Plugs and "Electric Current Abroad" of the U.S. Department of Commerce (1998, reprinted 2002). Voltages that single sites
 * order from their utility are not in them.
 */
export interface Mains {
  single: readonly number[]
  three: readonly number[]
  hertz: readonly number[]
}

const EUROPEAN: Mains = { single: [230], three: [400], hertz: [50] }
const AMERICAN: Mains = { single: [120, 208, 240], three: [208, 240, 480], hertz: [60] }

/** Countries as in Europe (IEC 60038). Norway also has three phases of 230 V (IT systems). */
const LIKE_EUROPE = [
  ...EU_COUNTRIES,
  ...'GB CH LI IS AU NZ SG AE IN ZA IL TR UA RS BA ME MK AL MD GE MA TN EG KE NG TH MY ID VN HK CL AR'.split(' '),
]

const MAINS: Readonly<Record<string, Mains>> = {
  ...Object.fromEntries(LIKE_EUROPE.map((country) => [country, EUROPEAN])),
  NO: { single: [230], three: [230, 400], hertz: [50] },
  US: AMERICAN,
  CA: { ...AMERICAN, three: [208, 240, 480, 600] },
  MX: { single: [127, 220], three: [220, 440, 480], hertz: [60] },
  JP: { single: [100, 200], three: [200], hertz: [50, 60] },
  BR: { single: [127, 220], three: [220, 380, 440], hertz: [60] },
  CN: { single: [220], three: [380], hertz: [50] },
  KR: { single: [220], three: [380], hertz: [60] },
  TW: { single: [110, 220], three: [220, 380], hertz: [60] },
  PH: { single: [220], three: [220, 380], hertz: [60] },
  CO: { single: [120, 208, 240], three: [208, 220, 440], hertz: [60] },
  PE: { single: [220], three: [220, 380], hertz: [60] },
  SA: { single: [230], three: [400], hertz: [60] },
}

/** Returns the mains of a country (ISO 3166); null where they are not known here. */
export const mainsOf = (country: string): Mains | null => MAINS[country] ?? null
