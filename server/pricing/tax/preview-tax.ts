import type { TaxTrial, TaxTrialBody } from '#contract/pricing/tax.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryCodeOf, countryNameOf } from '#domain/country-name.ts'
import { decideTax, type TaxBuyer, type TaxOutcome } from '#domain/decide-tax.ts'
import { marketOf } from '#domain/market.ts'
import { fractionOf, toDecimal } from '#domain/money.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { stateCode, statesOf } from '#domain/states.ts'
import { taxLabel, WHOLE_RATE } from '#domain/tax-decision.ts'
import { isVatCheckGood, normalizeVatId, VAT_ID_ERROR, vatIdCountry } from '#domain/vat-id.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { findTaxedProduct, readTaxFacts } from './tax-record.ts'
import { findVatCheck } from './vat-check-record.ts'

const SCALE = 10_000

/** Returns the country of a VAT id that counts now, and how its check ended. Refuses an impossible one. */
async function vatOf(db: Db, text: string, now: Date): Promise<{ vatCountry: string | null; vatCheck: string | null }> {
  if (text === '') return { vatCountry: null, vatCheck: null }
  if (!isPossibleVatId(text)) refuseField('vatId', VAT_ID_ERROR)
  const vatId = normalizeVatId(text)
  const check = await findVatCheck(db, vatId)
  if (isVatCheckGood(check, now)) return { vatCountry: vatIdCountry(vatId), vatCheck: 'Verified. It counts.' }
  if (!check) return { vatCountry: null, vatCheck: 'Never checked, so VAT is charged.' }
  const reasons = { valid: 'Checked more than 7 days ago', invalid: 'Not registered in VIES', unavailable: 'Not verified yet' }
  return { vatCountry: null, vatCheck: `${reasons[check.status]}, so VAT is charged.` }
}

/** Returns the amounts of products at a rate, without shipping and promotions. */
function amountsOf(outcome: TaxOutcome, unitCents: number, { quantity, currency }: TaxTrialBody): TaxTrial['amounts'] {
  if (outcome.refusal !== null) return null
  const { mode, percent } = outcome.decision
  const shown = (mode === 'added' ? unitCents : fractionOf(unitCents, WHOLE_RATE + percent, WHOLE_RATE)) * quantity
  const taxCents = fractionOf(shown, percent, mode === 'added' ? WHOLE_RATE : WHOLE_RATE + percent)
  const netCents = mode === 'added' ? shown : shown - taxCents
  return { net: toDecimal(netCents), tax: toDecimal(taxCents), gross: toDecimal(netCents + taxCents), currency }
}

/** Decides the tax of a case that staff try. Refuses an unknown country, state, product, or an impossible VAT id, at its field. */
export async function previewTax({ db, now }: Pick<Deps, 'db' | 'now'>, body: TaxTrialBody): Promise<TaxTrial> {
  const { country, postalCode, quantity, currency } = body
  if (!COUNTRY_CODES.includes(country)) refuseField('country', 'Please choose a country.')
  const state = stateCode(country, body.state)
  if (statesOf(country).length > 0 && state === '') refuseField('state', `Please choose a state of ${countryNameOf(country)}.`)
  const product = await findTaxedProduct(db, body.productId)
  if (!product) return refuseField('productId', 'Please choose a product.')
  const { setup, sellers, markets } = await readTaxFacts(db, [product.businessId], now())
  const seller = sellers.get(product.businessId)
  if (!seller) return refuseField('productId', 'Please choose a product.')
  const destination = { country, state, postalCode }
  const { vatCountry, vatCheck } = await vatOf(db, body.vatId, now())
  const buyer: TaxBuyer = {
    kind: body.buyer,
    vatCountry,
    certificates: [],
    seesGross: marketOf(markets, country)?.priceDisplay === 'gross',
  }
  const dispatch = { country: countryCodeOf(product.country), state: '', postalCode: product.postalCode }
  const unitCents = (cents: number) => unitPriceCents(cents, quantity, product.ladder ?? ladderFor(product.category))
  const outcome = decideTax(setup, buyer, {
    name: product.name,
    taxClass: product.taxClass,
    seller,
    dispatch,
    destination,
    consignmentEurCents: unitCents(product.priceEurCents) * quantity,
  })
  const nameOf = (id: string | null) => (id === null ? 'The platform' : product.businessName)
  return {
    row: outcome.row,
    refusal: outcome.refusal === null ? null : outcome.text,
    decision:
      outcome.refusal === null
        ? {
            ...outcome.decision,
            percent: outcome.decision.percent / SCALE,
            label: taxLabel(outcome.decision),
            collector: nameOf(outcome.decision.collector),
            issuer: nameOf(outcome.decision.issuer),
            registration: outcome.registration,
            certificate: outcome.certificate,
          }
        : null,
    dispatch: dispatch.country ? countryNameOf(dispatch.country) : 'Unknown',
    vatCheck,
    amounts: amountsOf(outcome, unitCents(currency === 'EUR' ? product.priceEurCents : product.priceUsdCents), body),
  }
}
