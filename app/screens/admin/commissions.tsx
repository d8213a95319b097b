import { staffCategoriesQuery } from '#app/features/catalog/categories/queries.ts'
import { sellersQuery } from '#app/features/catalog/staff-products/sellers.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { CommissionRates } from '#contract/sellers/commission.ts'
import { commissionQuery } from './commissions/queries.ts'
import { RatesForm } from './commissions/rates-form.tsx'

export default function CommissionsScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const mayEdit = user?.role === 'super_admin'
  return (
    <>
      <h1>Commissions</h1>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        The platform's share of product prices after discounts. The first matching rate applies, so put specific rates on top. Changes apply
        to new orders; existing orders keep their rate.
      </p>
      {!mayEdit && <p className="notice mt-4">You can view the rates. Only super admins can change them.</p>}
      <Load read={commissionQuery(token)} failure="The rates could not be loaded.">
        {(rates) => <Choices rates={rates} mayEdit={mayEdit} />}
      </Load>
    </>
  )
}

/** The form needs the names of sellers and categories. */
function Choices({ rates, mayEdit }: { rates: CommissionRates; mayEdit: boolean }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={sellersQuery(token)} failure="The sellers could not be loaded.">
      {(sellers) => (
        <Load read={staffCategoriesQuery(token)} failure="The categories could not be loaded.">
          {(categories) => <RatesForm rates={rates} choices={{ sellers: withNamed(sellers, rates), categories }} mayEdit={mayEdit} />}
        </Load>
      )}
    </Load>
  )
}

/** The sellers, with those of rates that are not among them. */
function withNamed(sellers: readonly { id: string; name: string }[], { rules }: CommissionRates) {
  const missing = rules.flatMap(({ businessId, businessName }) =>
    businessId && !sellers.some(({ id }) => id === businessId) ? [{ id: businessId, name: businessName ?? businessId }] : [],
  )
  return [...sellers, ...missing]
}
