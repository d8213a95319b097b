import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RestoreButton } from '#app/features/kit/frame/restore-button.tsx'
import { api } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { DeleteBusiness } from './delete-business.tsx'
import { EditBusiness } from './edit-business.tsx'

/** Edit and Delete buttons of a business, with their dialogs. */
export function BusinessActions({ business, onDeleted }: { business: Business; onDeleted?: () => void }) {
  const [opened, setOpened] = useState<'edit' | 'delete'>()
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
        {business.status === 'Deleted' ? (
          <RestoreButton name={business.name} restore={() => api.applications.restore({ params: { id: business.id } })} />
        ) : (
          <button type="button" className="button danger small" aria-label={`Delete ${business.name}`} onClick={() => setOpened('delete')}>
            Delete
          </button>
        )}
      </span>
      {opened === 'edit' && <EditBusiness business={business} onClose={close} onSaved={done} />}
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
