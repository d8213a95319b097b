import { Outlet } from 'react-router'
import { OpenOfficeSearch } from '#app/features/content/search/open-office-search.tsx'
import { SignInAgain } from '#app/features/identity/sign-in/sign-in-again.tsx'
import { BackOffice } from '#app/features/kit/frame/frame.tsx'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { BusinessSwitch } from '#app/features/sellers/team/business-switch.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true }

export { officeLinks as links, officeMeta as meta } from '#app/features/kit/frame/office-links.ts'

/** The half of the back office that belongs to a business. */
export default function BusinessLayout() {
  return (
    <Guard allow={['business_admin']}>
      {(user) => (
        <BackOffice user={user} search={<OpenOfficeSearch user={user} />} business={<BusinessSwitch />}>
          <Outlet />
          <SignInAgain user={user} />
        </BackOffice>
      )}
    </Guard>
  )
}
