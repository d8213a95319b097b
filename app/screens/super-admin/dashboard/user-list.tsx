import { Link } from 'react-router'
import { OFFICE_PAGE, usersQuery } from '#app/features/applications/queries.ts'
import { day, figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { roleLabel } from '#domain/user.ts'

/** Users, the newest first; with a `limit` the first ones only, and a way to all of them. */
export function UserList({ page, limit }: { page: number; limit?: number }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={usersQuery(token, { search: '', page, limit: limit ?? OFFICE_PAGE })} failure="Failed to load user data">
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className="panel mt-6 p-6 text-ink-2">No users found</p>}
          {items.length > 0 && (
            <table className="grid-table plain mt-6" aria-label="Users">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Role</th>
                  <th scope="col">Business</th>
                  <th scope="col">Status</th>
                  <th scope="col">Since</th>
                </tr>
              </thead>
              <tbody>
                {items.map((user) => (
                  <tr key={user.id}>
                    <td data-label="Name">
                      {user.name || user.email}
                      <br />
                      <span className="text-sm break-all text-ink-2">{user.email}</span>
                    </td>
                    <td data-label="Role">{roleLabel(user.role)}</td>
                    <td data-label="Business">
                      {user.businessId ? (
                        <Link to={`/super-admin/dashboard?business=${user.businessId}`}>{user.businessName}</Link>
                      ) : (
                        'None'
                      )}
                    </td>
                    <td data-label="Status">
                      <span className={`status ${user.status === 'Active' ? 'ok' : 'warn'}`}>{user.status}</span>
                    </td>
                    <td data-label="Since">{day(user.createdAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
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
