import * as jsvat from 'jsvat'
import { normalizeVatId } from '#domain/vat-id.ts'

/** Countries with VAT ids that are known: the member states, Great Britain, Switzerland and Norway. */
const {
  austria,
  belgium,
  bulgaria,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  norway,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  spain,
  sweden,
  switzerland,
  unitedKingdom,
} = jsvat
// biome-ignore format: one name a line says nothing more
const COUNTRIES = [
  austria, belgium, bulgaria, croatia, cyprus, czechRepublic, denmark, estonia, finland, france,
  germany, greece, hungary, ireland, italy, latvia, lithuania, luxembourg, malta, netherlands,
  norway, poland, portugal, romania, slovakiaRepublic, slovenia, spain, sweden, switzerland, unitedKingdom,
]

/**
 * Returns true if a VAT id is possible: its prefix, its length and its check digit. Those of Northern Ireland follow the rule of Great
 * Britain.
 */
export function isPossibleVatId(text: string): boolean {
  const vatId = normalizeVatId(text)
  return /^[A-Z]{2}[0-9A-Z+*]{2,15}$/.test(vatId) && jsvat.checkVAT(vatId.replace(/^XI/, 'GB'), COUNTRIES).isValid
}
