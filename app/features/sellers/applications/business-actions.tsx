import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RestoreButton } from '#app/features/kit/frame/restore-button.tsx'
import { api } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { CheckedBusiness } from '#contract/sellers/applications.ts'
import { DeleteBusiness } from './delete-business.tsx'
import { EditBusiness } from './edit-business.tsx'
import { TraderChecks } from './trader-checks.tsx'
import { TraderList } from './trader-list.tsx'

/** Buttons to edit, check and delete a business, with their dialogs. */
export function BusinessActions({ business, onDeleted }: { business: CheckedBusiness; onDeleted?: () => void }) {
  const [opened, setOpened] = useState<'edit' | 'checks' | 'delete'>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const close = () => setOpened(undefined)
  const done = () => {
    close()
    void client.invalidateQueries({ queryKey: officeKey(token) })
  }
  return (
    <div>
      <span className="row-actions">
        <button type="button" className="button hollow small" aria-label={`Edit ${business.name}`} onClick={() => setOpened('edit')}>
          Edit
        </button>
        {business.status !== 'Deleted' && (
          <button
            type="button"
            className="button hollow small"
            aria-label={`Checks of ${business.name}`}
            onClick={() => setOpened('checks')}
          >
            Checks
          </button>
        )}
        {business.status === 'Deleted' ? (
          <RestoreButton name={business.name} restore={() => api.applications.restore({ params: { id: business.id } })} />
        ) : (
          <button type="button" className="button danger small" aria-label={`Delete ${business.name}`} onClick={() => setOpened('delete')}>
            Delete
          </button>
        )}
      </span>
      {opened === 'edit' && <EditBusiness business={business} onClose={close} onSaved={done} />}
      {opened === 'checks' && (
        <Dialog title={`Trader checks of ${business.name}`} onClose={close}>
          <div className="mt-3 grid gap-4">
            <TraderList business={business} />
            <TraderChecks business={business} />
          </div>
          <p className="mt-4 flex justify-end">
            <button type="button" className="button hollow" onClick={close}>
              Close
            </button>
          </p>
        </Dialog>
      )}
      {opened === 'delete' && (
        <DeleteBusiness
          business={business}
          onClose={close}
          onDeleted={() => {
            done()
            onDeleted?.()
          }}
        />
      )}
    </div>
  )
}
