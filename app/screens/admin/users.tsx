import { UsersGrid } from '#app/features/accounts/users/users-grid.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = () => [{ title: `Users | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function UsersScreen() {
  return (
    <>
      <h1>Users</h1>
      <UsersGrid />
    </>
  )
}
