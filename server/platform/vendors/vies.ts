import * as z from 'zod/mini'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { normalizeVatId, vatIdCountry } from '#domain/vat-id.ts'

/** Answer of VIES about a VAT id. */
export interface ViesAnswer {
  /** `unavailable`: it did not answer, or the register of the member state did not. */
  status: 'valid' | 'invalid' | 'unavailable'
  /** Name and address as registered; '' where the member state keeps them private. */
  name: string
  address: string
  /** Number of the consultation, the proof of the check; '' without a requester. */
  consultation: string
}

const Answer = z.object({
  valid: z.boolean(),
  countryCode: z.optional(z.nullable(z.string())),
  vatNumber: z.optional(z.nullable(z.string())),
  userError: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  requestIdentifier: z.optional(z.nullable(z.string())),
})

const UNAVAILABLE: ViesAnswer = { status: 'unavailable', name: '', address: '', consultation: '' }
const MAX_TEXT = 500

/** Returns a text of VIES in one line; it writes `---` where it knows nothing. */
const lineOf = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/\s*\n\s*/g, ', ')
    .replace(/^-+$/, '')
    .trim()
    .slice(0, MAX_TEXT)

/** Returns true if VIES knows the country of a normalized VAT id: a member state, or Northern Ireland. */
export const isInVies = (vatId: string): boolean => ['XI', ...EU_COUNTRIES].includes(vatIdCountry(vatId))

/**
 * Reads an answer about a normalized VAT id. One that does not say clearly that it is invalid is no reason to charge anybody, and one about
 * another id says nothing.
 */
function read(body: unknown, vatId: string): ViesAnswer {
  const parsed = Answer.safeParse(body)
  if (!parsed.success) return UNAVAILABLE
  const { countryCode, vatNumber } = parsed.data
  const isOther = (answered: string | null | undefined, asked: string) => Boolean(answered) && normalizeVatId(answered ?? '') !== asked
  if (isOther(countryCode, vatId.slice(0, 2)) || isOther(vatNumber, vatId.slice(2))) return UNAVAILABLE
  const { valid, userError = valid ? 'VALID' : 'INVALID', name, address, requestIdentifier } = parsed.data
  if (!valid && userError !== 'INVALID') return UNAVAILABLE // MS_UNAVAILABLE, TIMEOUT and the like
  return {
    status: valid ? 'valid' : 'invalid',
    name: lineOf(name),
    address: lineOf(address),
    consultation: lineOf(requestIdentifier),
  }
}

/**
 * Asks VIES about a normalized VAT id, for `timeoutMs` at most; never throws.
 * @param requester VAT id of the platform, so that the answer has a consultation number; null without one
 */
export async function askVies(
  apiBase: string,
  vatId: string,
  { requester, timeoutMs }: { requester: string | null; timeoutMs: number },
): Promise<ViesAnswer> {
  const body = {
    countryCode: vatId.slice(0, 2),
    vatNumber: vatId.slice(2),
    ...(requester && { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }),
  }
  try {
    const response = await fetch(`${apiBase}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? read(await response.json(), vatId) : UNAVAILABLE
  } catch {
    return UNAVAILABLE
  }
}
