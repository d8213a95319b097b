import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { BusinessTaxForm } from '#app/features/pricing/tax/business-tax-form.tsx'
import { businessTaxQuery } from '#app/features/pricing/tax/queries.ts'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'

/** The tax facts of the seller's business. */
export default function BusinessTaxScreen() {
  const token = useToken((state) => state.token)
  if (usePageUser()?.memberKind === 'member') {
    return (
      <>
        <h1>Tax</h1>
        <p className="panel mt-6 p-5 text-ink-2">Only owners can see and change the tax details of the business.</p>
      </>
    )
  }
  return (
    <>
      <h1>Tax</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Where your business is registered for taxes. If you are the seller of an order, this decides which tax is charged and in whose name.
      </p>
      <Load read={businessTaxQuery(token)} failure="Your tax details could not be loaded.">
        {(facts) => <BusinessTaxForm facts={facts} save={(body) => api.tax.saveOfBusiness({ body })} />}
      </Load>
    </>
  )
}
