import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { USER_LIST } from '#contract/accounts/user-list.ts'
import type { UserSummary } from '#contract/accounts/users.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { DUTIES, DUTY_LABELS, mayAct } from '#domain/permissions.ts'
import { isErasedEmail, ROLES, roleLabel, USER_STATUSES } from '#domain/user.ts'
import { checkTouch, checkUserRemoval } from '#domain/user-rules.ts'
import { CreateUser } from './create-user.tsx'
import { DeleteUser } from './delete-user.tsx'
import { EditUser } from './edit-user.tsx'
import { usersQuery } from './queries.ts'
import { NotConfirmed, UserBusiness, UserStatusWord } from './user-words.tsx'

const FILTERS: readonly GridFilter[] = [
  { name: 'role', label: 'Role', options: ROLES.map((value) => ({ value, label: roleLabel(value) })), isMulti: true },
  { name: 'duty', label: 'Duty', options: DUTIES.map((value) => ({ value, label: DUTY_LABELS[value] })), isMulti: true },
  { name: 'status', label: 'Status', options: USER_STATUSES.map((value) => ({ value, label: value })), isMulti: true },
]

type Open = { what: 'create' } | { what: 'edit' | 'delete'; user: UserSummary }

const columnsFor = (me: SessionUser | null, open: (what: 'edit' | 'delete', user: UserSummary) => void): GridColumn<UserSummary>[] => [
  ...columnsOf(USER_LIST, {
    name: (user) => (
      <CellLines
        more={
          <>
            <span>{user.email}</span>
            <NotConfirmed user={user} />
          </>
        }
      >
        {isErasedEmail(user.email) ? (
          <span className="font-medium">
            <bdi>{user.name}</bdi>
          </span>
        ) : (
          <Link to={`/admin/users/${user.id}`} className="font-medium">
            <bdi>{user.name || user.email}</bdi>
          </Link>
        )}
      </CellLines>
    ),
    business: (user) => <UserBusiness user={user} />,
    status: ({ status }) => <UserStatusWord status={status} />,
  }),
  actionsColumn((user) => <RowActions me={me} user={user} open={open} />),
]

/** Row actions of a user. Only super admins change super admins, and nobody deletes their own account here. */
function RowActions({
  me,
  user,
  open,
}: {
  me: SessionUser | null
  user: UserSummary
  open: (what: 'edit' | 'delete', user: UserSummary) => void
}) {
  if (!me || isErasedEmail(user.email)) return null
  if (checkTouch(me, user)) return <span className="text-sm text-ink-2">Super admins only</span>
  return (
    <span className="row-actions">
      <button
        type="button"
        className="button hollow small"
        aria-label={`Edit ${user.name || user.email}`}
        onClick={() => open('edit', user)}
      >
        Edit
      </button>
      {!checkUserRemoval(me, user) && (
        <button
          type="button"
          className="button danger small"
          aria-label={`Delete ${user.name || user.email}`}
          onClick={() => open('delete', user)}
        >
          Delete
        </button>
      )}
    </span>
  )
}

/** Message that the users could not be loaded, with a button to try again. */
const failed = (error: Error, { isReading, onAgain }: { isReading: boolean; onAgain: () => void }) => (
  <div role="alert" className="notice bad my-4">
    <p className="font-medium">Error Loading Users</p>
    <p className="mt-1">{messageOf(error, 'Failed to load user data')}</p>
    <BusyButton className="button small mt-3 min-h-11" isBusy={isReading} busy="Trying…" onPress={onAgain}>
      Retry
    </BusyButton>
  </div>
)

/** The user whose form the address opens, as a link in an email does (`?edit=ID&to=Suspended`); undefined: none, or not for the reader. */
function useAddressedUser(me: SessionUser | null) {
  const token = useToken((state) => state.token)
  const [params, setParams] = useSearchParams()
  const id = params.get('edit') ?? ''
  const found = useQuery({ ...queryOf(usersQuery(token, { search: id, sort: '-createdAt', page: '1', limit: '1' })), enabled: id !== '' })
  const user = found.data?.items.find((one) => one.id === id)
  const leave = () => {
    setParams((now) => new URLSearchParams([...now].filter(([name]) => name !== 'edit' && name !== 'to')), { replace: true })
  }
  const mayEdit = user && me && mayAct(me, 'people.write') && !isErasedEmail(user.email) && !checkTouch(me, user)
  return { user: mayEdit ? user : undefined, status: USER_STATUSES.find((status) => status === params.get('to')), leave }
}

/** Every user, to be found, added, changed and deleted. */
export function UsersGrid() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const me = usePageUser()
  const [opened, setOpened] = useState<Open>()
  const addressed = useAddressedUser(me)
  const close = () => {
    setOpened(undefined)
    if (addressed.user) addressed.leave()
  }
  const done = () => {
    close()
    void client.invalidateQueries({ queryKey: officeKey(token) })
    const edited = opened?.what === 'edit' ? opened.user : addressed.user
    if (edited && edited.id === me?.id) void client.invalidateQueries({ queryKey: ['me'] })
  }
  return (
    <>
      <DataGrid
        name="users"
        records="users"
        label="Users"
        columns={columnsFor(me, (what, user) => setOpened({ what, user }))}
        rowId={({ id }) => id}
        rowName={({ name, email }) => name || email}
        read={(query) => usersQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search by name or email"
        hasSortKeys
        defaultSort="-createdAt"
        exportPath="/api/admin/users/export"
        tools={
          <Writers>
            <button type="button" className="button small" onClick={() => setOpened({ what: 'create' })}>
              Add User
            </button>
          </Writers>
        }
        empty={{ filtered: 'No users found' }}
        failure="Failed to load user data"
        failed={failed}
      />
      {opened?.what === 'create' && <CreateUser onClose={close} onSaved={done} />}
      {!opened && addressed.user && <EditUser user={addressed.user} status={addressed.status} onClose={close} onSaved={done} />}
      {opened?.what === 'edit' && <EditUser user={opened.user} onClose={close} onSaved={done} />}
      {opened?.what === 'delete' && <DeleteUser user={opened.user} onClose={close} onDeleted={done} />}
    </>
  )
}
