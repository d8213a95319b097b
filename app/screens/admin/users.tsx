import { UsersGrid } from '#app/features/accounts/users/users-grid.tsx'

export default function UsersScreen() {
  return (
    <>
      <h1>Users</h1>
      <UsersGrid />
    </>
  )
}
