import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountKey } from '#app/features/accounts/profile/queries.ts'
import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { DeleteDialog } from './delete-dialog.tsx'

const UNDER_WAY = ['pending', 'processing', 'shipped'] as const

/** Number of the caller's orders that are not complete. */
function useOrdersUnderWay(): number {
  const token = useToken((state) => state.token)
  const { data } = useQuery({
    queryKey: [...accountKey(token), 'under-way'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(UNDER_WAY.map((status) => api.orders.listOwn({ query: { status, limit: '1' }, signal })))
      return lists.reduce((sum, { total }) => sum + total, 0)
    },
    staleTime: 0,
  })
  return data ?? 0
}

/** Explains the consequences, with the button that opens the confirmation. */
export function DeleteAccount({ user, onDeleted }: { user: SessionUser; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const underWay = useOrdersUnderWay()
  return (
    <div className="part-form grid gap-4">
      {underWay > 0 && (
        <p className="notice warn">
          You have {count(underWay, 'open order')}. {underWay === 1 ? 'It' : 'They'} will still be delivered, but we can no longer email you
          about {underWay === 1 ? 'it' : 'them'}. <Link to="/account/orders">Cancel what you don't want</Link> first.
        </p>
      )}
      {user.role === 'business_admin' && (
        <p className="notice warn">
          <bdi>{user.businessName ?? 'Your business'}</bdi> stays in the shop with its products and orders.{' '}
          <Link to="/contact">Contact us</Link> if you want to close it.
        </p>
      )}
      <button type="button" className="button danger justify-self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete account
      </button>
      {isOpen && <DeleteDialog email={user.email} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </div>
  )
}
