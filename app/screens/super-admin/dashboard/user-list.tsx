import { Link } from 'react-router'
import { OFFICE_PAGE, usersQuery } from '#app/features/applications/queries.ts'
import { day, figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { UserSummary } from '#contract/users.ts'
import { roleLabel } from '#domain/user.ts'

const USERS: readonly Column<UserSummary>[] = [
  {
    title: 'Name',
    cell: ({ name, email }) => (
      <>
        {name || email}
        <br />
        <span className="text-sm break-all text-ink-2">{email}</span>
      </>
    ),
  },
  { title: 'Role', cell: ({ role }) => roleLabel(role) },
  {
    title: 'Business',
    cell: ({ businessId, businessName }) =>
      businessId ? <Link to={`/super-admin/dashboard?business=${businessId}`}>{businessName}</Link> : 'None',
  },
  { title: 'Status', cell: ({ status }) => <span className={`status ${status === 'Active' ? 'ok' : 'warn'}`}>{status}</span> },
  { title: 'Since', cell: ({ createdAt }) => day(createdAt) },
]

/** Users, the newest first; with a `limit` the first ones only, and a way to all of them. */
export function UserList({ page, limit }: { page: number; limit?: number }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={usersQuery(token, { search: '', page, limit: limit ?? OFFICE_PAGE })} failure="Failed to load user data">
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className="panel mt-6 p-6 text-ink-2">No users found</p>}
          {items.length > 0 && <RowTable className="mt-6" label="Users" columns={USERS} rows={items} keyOf={({ id }) => id} />}
          {limit && total > limit && (
            <p className="mt-3">
              <Link to="/super-admin/dashboard?tab=all-users">View all {figure(total)} users</Link>
            </p>
          )}
          {!limit && (
            <Pagination
              page={page}
              pages={Math.ceil(total / OFFICE_PAGE)}
              hrefOf={(number) => `/super-admin/dashboard?tab=all-users&page=${number}`}
            />
          )}
        </>
      )}
    </Load>
  )
}
