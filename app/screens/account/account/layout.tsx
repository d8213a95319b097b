import { Outlet } from 'react-router'
import { AccountNav } from '#app/features/accounts/profile/account-nav.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true }

/** The row of places above every page of an account. */
export default function AccountLayout() {
  return (
    <>
      <AccountNav />
      <Outlet />
    </>
  )
}
