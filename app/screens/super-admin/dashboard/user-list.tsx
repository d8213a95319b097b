import { Link } from 'react-router'
import { newestUsersQuery } from '#app/features/accounts/users/queries.ts'
import { UserBusiness, UserStatusWord } from '#app/features/accounts/users/user-words.tsx'
import { day, figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { UserSummary } from '#contract/accounts/users.ts'
import { roleLabel } from '#domain/user.ts'

const FIRST_USERS = 10

const USERS: readonly Column<UserSummary>[] = [
  {
    title: 'Name',
    cell: ({ name, email }) => (
      <span className="block min-w-0">
        <span className="font-medium">
          <bdi>{name || email}</bdi>
        </span>
        <span className="block text-sm break-all text-ink-2">{email}</span>
      </span>
    ),
  },
  { title: 'Role', cell: ({ role }) => roleLabel(role) },
  {
    title: 'Business',
    cell: (user) =>
      user.businessId ? (
        <Link to={`/super-admin/dashboard?business=${user.businessId}`}>
          <bdi>{user.businessName}</bdi>
        </Link>
      ) : (
        <UserBusiness user={user} />
      ),
  },
  { title: 'Status', cell: ({ status }) => <UserStatusWord status={status} /> },
  { title: 'Since', cell: ({ createdAt }) => day(createdAt) },
]

/** The first users, the newest first, and a way to all of them. */
export function FirstUsers() {
  const token = useToken((state) => state.token)
  return (
    <Load read={newestUsersQuery(token, FIRST_USERS)} failure="Failed to load user data">
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className="panel mt-6 p-6 text-ink-2">No users found</p>}
          {items.length > 0 && <RowTable className="mt-6" label="Users" columns={USERS} rows={items} keyOf={({ id }) => id} />}
          {total > 0 && (
            <p className="mt-3">
              <Link to="/super-admin/dashboard?tab=all-users" className="inline-block py-2.5">
                View all {figure(total)} users
              </Link>
            </p>
          )}
        </>
      )}
    </Load>
  )
}
