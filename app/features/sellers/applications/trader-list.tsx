import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { day } from '#app/lib/format.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { legalTitle } from '#domain/trader.ts'

const NOT_GIVEN = 'Not given'

/** Trader details of a business for its own people and for staff. */
export function TraderList({ business }: { business: Business }) {
  const { representative, registerName, registerNumber, vatId, taxId, selfCertifiedAt } = business
  const isMember = usePageUser()?.memberKind === 'member' // the tax number is for owners
  return (
    <dl className="pairs">
      <dt>Legal name</dt>
      <dd dir="auto" className="wrap-anywhere">
        {legalTitle(business) || NOT_GIVEN}
      </dd>
      <dt>Represented by</dt>
      <dd dir="auto" className="wrap-anywhere">
        {representative || NOT_GIVEN}
      </dd>
      <dt>Register</dt>
      <dd dir="auto" className="wrap-anywhere">
        {[registerName, registerNumber].filter(Boolean).join(', ') || NOT_GIVEN}
      </dd>
      <dt>VAT ID</dt>
      <dd>{vatId ?? NOT_GIVEN}</dd>
      {!isMember && (
        <>
          <dt>Tax number</dt>
          <dd>{taxId || NOT_GIVEN}</dd>
        </>
      )}
      <dt>Self-certified</dt>
      <dd>{selfCertifiedAt ? day(selfCertifiedAt) : 'Not yet'}</dd>
    </dl>
  )
}
