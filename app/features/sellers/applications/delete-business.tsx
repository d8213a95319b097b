import { useQuery } from '@tanstack/react-query'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { offerRestore } from '#app/features/kit/frame/offer-undo.ts'
import { businessDetailsQuery } from '#app/features/sellers/queries.ts'
import { api, queryOf, toastFailure } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { CheckField } from '#app/ui/field.tsx'
import type { Business } from '#contract/sellers/applications.ts'
import { formatList } from '#domain/text.ts'

const FAILED = 'Failed to delete business'

/** Confirmation before a business is deleted. */
export function DeleteBusiness({ business, onClose, onDeleted }: { business: Business; onClose: () => void; onDeleted: () => void }) {
  const token = useToken((state) => state.token)
  const details = useQuery(queryOf(businessDetailsQuery(token, business.id)))
  const sellers = details.data?.users.filter(({ role, status }) => role === 'business_admin' && status === 'Active') ?? []
  const remove = async (fields: FormData) => {
    const deactivates = sellers.length === 0 || fields.has('deactivate')
    await api.applications.remove({ params: { id: business.id }, query: { sellers: deactivates ? 'deactivate' : 'customers' } })
    offerRestore('Business deleted successfully', business.name, () => api.applications.restore({ params: { id: business.id } }))
    onDeleted()
  }
  return (
    <ActDialog
      title="Delete business"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      act={remove}
      failed={FAILED}
      onFailed={(failure) => toastFailure(failure, FAILED)}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete "<bdi>{business.name}</bdi>"?
      </p>
      <p className="text-sm text-ink-2">
        Its products leave the shop and its users are signed out. Orders stay. You can restore it, with its products and accounts, from the
        list of deleted businesses.
      </p>
      {sellers.length > 0 && (
        <div>
          <CheckField
            name="deactivate"
            defaultChecked
            label={`Deactivate ${sellers.length === 1 ? 'its account' : `its ${figure(sellers.length)} accounts`}`}
          />
          <p className="text-sm text-ink-2">
            {formatList(sellers.map(({ name, email }) => name || email))}. Otherwise they stay active as customers.
          </p>
        </div>
      )}
    </ActDialog>
  )
}
