import type { TaxTrial, TaxTrialBody } from '#contract/pricing/tax.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { decideTax, type TaxOutcome } from '#domain/decide-tax.ts'
import { fractionOf, toDecimal, WHOLE_RATE, withTax } from '#domain/money.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { stateCode, stateError, statesOf } from '#domain/states.ts'
import { taxLabel } from '#domain/tax-decision.ts'
import { dispatchPlace } from '#domain/tax-territory.ts'
import { VAT_ID_ERROR, VAT_ID_NOTICES } from '#domain/vat-id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { establishedIn, findTaxedProduct, readTaxTerms, type VatIdState } from './tax-record.ts'

const SCALE = 10_000

/** Describes how the check of a VAT id ended; null without one */
function describeCheck(vat: VatIdState | null): string | null {
  if (vat === null) return null
  if (vat.isTrusted) return 'Not verified, but accepted at your risk because of your settings.'
  if (vat.problem === null) return 'Verified and accepted.'
  if (vat.problem === 'own') return `${VAT_ID_NOTICES.own} VAT is charged.`
  if (!vat.check) return 'Never checked, so VAT is charged.'
  const reasons = { valid: 'Checked more than 7 days ago', invalid: 'Not registered in VIES', unavailable: 'Not verified yet' }
  return `${reasons[vat.check.status]}, so VAT is charged.`
}

/** Returns the amounts of products at a rate, without shipping and promotions. */
function amountsOf(outcome: TaxOutcome, unitCents: number, { quantity, currency }: TaxTrialBody): TaxTrial['amounts'] {
  if (outcome.refusal !== null) return null
  const { mode, percent } = outcome.decision
  const shown = (mode === 'added' ? unitCents : withTax(unitCents, percent)) * quantity
  const taxCents = fractionOf(shown, percent, mode === 'added' ? WHOLE_RATE : WHOLE_RATE + percent)
  const netCents = mode === 'added' ? shown : shown - taxCents
  return { net: toDecimal(netCents), tax: toDecimal(taxCents), gross: toDecimal(netCents + taxCents), currency }
}

/** Decides the tax of a case that staff try. Refuses an unknown country, state, product, or an impossible VAT id, at its field. */
export async function previewTax({ db, now }: Pick<Deps, 'db' | 'now'>, body: TaxTrialBody): Promise<TaxTrial> {
  const { country, postalCode, quantity, currency } = body
  if (!COUNTRY_CODES.includes(country)) refuseField('country', 'Please choose a country.')
  const state = stateCode(country, body.state, postalCode)
  const isUnknown = body.state !== '' && stateCode(country, body.state) === ''
  if (statesOf(country).length > 0 && (state === '' || isUnknown)) refuseField('state', stateError(country))
  const product = await findTaxedProduct(db, body.productId)
  if (!product) return refuseField('productId', 'Please choose a product.')
  const destination = { country, state, postalCode }
  const dispatch = dispatchPlace(product)
  if (body.vatId !== '' && !isPossibleVatId(body.vatId)) refuseField('vatId', VAT_ID_ERROR)
  const asked = { kind: body.buyer, vatId: body.vatId, certificates: [], destination }
  const from = { businessId: product.businessId, country: establishedIn(product), dispatch }
  const { setup, sellers, buyer, vat } = await readTaxTerms(db, await readSettings(db), asked, [from], now())
  const seller = sellers.get(product.businessId)
  if (!seller) return refuseField('productId', 'Please choose a product.')
  const vatCheck = describeCheck(vat)
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
