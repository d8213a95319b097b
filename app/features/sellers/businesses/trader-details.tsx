import { telephone } from '#app/lib/format.ts'
import type { TraderDetails } from '#contract/sellers/businesses.ts'
import { legalTitle, SELF_CERTIFICATION } from '#domain/trader.ts'

/** Facts about a seller that its buyers have a right to before they order. */
export function TraderFacts({ trader }: { trader: TraderDetails }) {
  const { representative, address, postalCode, city, country, email, phone } = trader
  const register = [trader.registerName, trader.registerNumber].filter(Boolean).join(', ')
  return (
    <>
      <dl className="pairs">
        <dt>Legal name</dt>
        <dd dir="auto" className="wrap-anywhere">
          {legalTitle(trader)}
        </dd>
        {representative && (
          <>
            <dt>Represented by</dt>
            <dd dir="auto" className="wrap-anywhere">
              {representative}
            </dd>
          </>
        )}
        <dt>Address</dt>
        <dd dir="auto" className="wrap-anywhere">
          {[address, postalCode, city, country].filter(Boolean).join(', ')}
        </dd>
        <dt>Email</dt>
        <dd className="break-all">
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        {phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a href={telephone(phone)}>{phone}</a>
            </dd>
          </>
        )}
        {register && (
          <>
            <dt>Register</dt>
            <dd dir="auto" className="wrap-anywhere">
              {register}
            </dd>
          </>
        )}
        {trader.vatId && (
          <>
            <dt>VAT ID</dt>
            <dd>{trader.vatId}</dd>
          </>
        )}
      </dl>
      {trader.isSelfCertified && <p className="mt-3 text-ink-2">The seller states: “{SELF_CERTIFICATION}.”</p>}
    </>
  )
}
