import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { BusinessTaxForm } from '#app/features/pricing/tax/business-tax-form.tsx'
import { taxOfBusinessQuery } from '#app/features/pricing/tax/queries.ts'
import { businessDetailsQuery } from '#app/features/sellers/queries.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'

export const meta = () => [{ title: `Business taxes | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** The tax facts of a business, for staff. */
export default function TaxOfBusinessScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(businessDetailsQuery(token, id)))
  const heading = data ? `Taxes of ${data.business.name}` : 'Business taxes'
  return (
    <>
      <title>{`${heading} | ${getShop().name}`}</title>
      <BackLink records="businesses" usual="/admin/businesses">
        Businesses
      </BackLink>
      <h1 className="wrap-anywhere">{heading}</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Where the business is registered for taxes. When sellers are the sellers of record, these registrations decide which tax is charged
        and in whose name. Changes apply to new orders.
      </p>
      <Load read={taxOfBusinessQuery(token, id)} failure="The tax details could not be loaded.">
        {(facts) => <BusinessTaxForm key={id} facts={facts} save={(body) => api.tax.saveOfBusinessForStaff({ params: { id }, body })} />}
      </Load>
    </>
  )
}
