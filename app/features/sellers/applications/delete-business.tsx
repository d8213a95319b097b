import { useMutation, useQuery } from '@tanstack/react-query'
import { api, messageOf, toastFailure } from '#app/lib/api.ts'
import { queryOf } from '#app/lib/load.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { CheckField } from '#app/ui/field.tsx'
import type { Business } from '#contract/sellers/applications.ts'
import { businessDetailsQuery } from './queries.ts'

const LIST = new Intl.ListFormat('en-US')
const FAILED = 'Failed to delete business'

/** Confirmation before a business is deleted. */
export function DeleteBusiness({ business, onClose, onDeleted }: { business: Business; onClose: () => void; onDeleted: () => void }) {
  const token = useToken((state) => state.token)
  const details = useQuery(queryOf(businessDetailsQuery(token, business.id)))
  const sellers = details.data?.users.filter(({ role, status }) => role === 'business_admin' && status === 'Active') ?? []
  const removal = useMutation({
    mutationFn: (deactivates: boolean) =>
      api.applications.remove({ params: { id: business.id }, query: { sellers: deactivates ? 'deactivate' : 'customers' } }),
    onSuccess: () => {
      toast.success('Business deleted successfully')
      onDeleted()
    },
    onError: (failure) => toastFailure(failure, FAILED),
  })
  return (
    <AskDialog
      title="Delete business"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      isBusy={removal.isPending}
      error={removal.isError ? messageOf(removal.error, FAILED) : undefined}
      onConfirm={(fields) => removal.mutate(sellers.length === 0 || fields.has('deactivate'))}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{business.name}"?</p>
      <p className="text-sm text-ink-2">
        Its products leave the shop and its users are signed out. Orders stay. You can restore it within 90 days by setting another status;
        its accounts are then set Active one by one.
      </p>
      {sellers.length > 0 && (
        <div>
          <CheckField
            name="deactivate"
            defaultChecked
            label={`Deactivate ${sellers.length === 1 ? 'its account' : `its ${sellers.length} accounts`}`}
          />
          <p className="text-sm text-ink-2">
            {LIST.format(sellers.map(({ name, email }) => name || email))}. Without it they stay active as customers.
          </p>
        </div>
      )}
    </AskDialog>
  )
}
