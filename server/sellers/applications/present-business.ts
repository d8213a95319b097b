import type { Business, CheckedBusiness } from '#contract/sellers/applications.ts'
import { informConfirmBy, informDueAt, openInformItems } from '#domain/inform.ts'
import { missingTraderFacts, openTraderItems } from '#domain/trader.ts'
import type { BusinessRow, ReviewRow } from './business-record.ts'

type Stored = { business: BusinessRow; review: ReviewRow | null }

/** Presents the duties of a seller with many sales in the United States; null where there are none. */
function presentInform(business: BusinessRow): Business['inform'] {
  const { informSince, informPublic, informConfirmedAt, checks } = business
  if (!informSince) return null
  const openItems = openInformItems(business)
  return {
    since: informSince.toISOString(),
    dueAt: informDueAt(informSince).toISOString(),
    isPublic: informPublic,
    openItems,
    confirmBy: openItems.length > 0 ? null : informConfirmBy(checks, informConfirmedAt).toISOString(),
  }
}

/** Presents a business, with its latest decision, to its own users. */
export function presentBusiness({ business: row, review }: Stored): Business {
  const {
    deletion: _deletion,
    checks: _checks,
    traderAskedAt: _asked,
    traderRemindedAt: _reminded,
    informSince: _since,
    informPublic: _public,
    informConfirmedAt: _confirmed,
    ...business
  } = row
  return {
    ...business,
    selfCertifiedAt: business.selfCertifiedAt?.toISOString() ?? null,
    missingFacts: missingTraderFacts(row),
    openItems: openTraderItems(row),
    inform: presentInform(row),
    createdAt: business.createdAt.toISOString(),
    updatedAt: business.updatedAt.toISOString(),
    review: review && { ...review, at: new Date(review.at).toISOString() },
  }
}

/** Presents a business to staff who work on products only: whose they are, nothing of its people, papers and numbers. */
export const presentSeller = (stored: Stored): CheckedBusiness => ({
  ...presentBusiness(stored),
  email: '',
  phone: null,
  address: '',
  city: '',
  postalCode: '',
  legalName: '',
  legalForm: '',
  representative: '',
  registerName: '',
  registerNumber: '',
  vatId: null,
  taxId: '',
  selfCertifiedAt: null,
  missingFacts: [],
  openItems: [],
  inform: null,
  review: null,
  checks: {},
})

/** Presents a business to staff, with the checks that were made of it. */
export const presentChecked = (stored: Stored): CheckedBusiness => ({ ...presentBusiness(stored), checks: stored.business.checks })
