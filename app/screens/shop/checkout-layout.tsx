import { Outlet, useNavigation } from 'react-router'
import { Queries } from '#app/lib/queries.tsx'
import { SlimFooter, SlimHeader } from '#app/screens/shell/slim-shell.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true }

/** A quiet head and foot around the checkout. */
export default function CheckoutLayout() {
  const navigation = useNavigation()
  return (
    <Queries>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SlimHeader />
      <main
        id="main"
        tabIndex={-1}
        aria-busy={navigation.state === 'loading' || undefined}
        className="min-h-[calc(100svh-9rem)] outline-none"
      >
        <Outlet />
      </main>
      <SlimFooter />
    </Queries>
  )
}
