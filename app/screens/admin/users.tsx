import { UsersGrid } from '#app/features/users/users-grid.tsx'

export const meta = () => [{ title: 'Users | Reflute' }, { name: 'robots', content: 'noindex' }]

export default function UsersScreen() {
  return (
    <>
      <h1>Users</h1>
      <UsersGrid />
    </>
  )
}
