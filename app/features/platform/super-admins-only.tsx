import type { ReactNode } from 'react'
import { Guard } from '#app/features/kit/session/guard.tsx'

/** Shows its children to super admins only; the server refuses others too. */
export function SuperAdminsOnly({ children }: { children: ReactNode }) {
  return <Guard allow={['super_admin']}>{() => children}</Guard>
}
