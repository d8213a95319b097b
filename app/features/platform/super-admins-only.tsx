import type { ReactNode } from 'react'
import { Guard } from '#app/features/kit/session/guard.tsx'

/** What only super admins see; others are sent away, and the server answers them nothing. */
export function SuperAdminsOnly({ children }: { children: ReactNode }) {
  return <Guard allow={['super_admin']}>{() => children}</Guard>
}
