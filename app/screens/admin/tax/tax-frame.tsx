import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { settingsQuery } from '#app/features/kit/frame/queries.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { UseRules } from '#app/features/pricing/tax/use-rules.tsx'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { mayAct } from '#domain/permissions.ts'

/** Returns true for those who may change rules, registrations and exchange rates. */
export const useMayWriteTax = (): boolean => usePageUser()?.role === 'super_admin'

/** Heading, tabs and a sentence above a screen of the taxes; `action` stands beside the heading. */
export function TaxFrame({
  heading,
  text,
  action,
  children,
}: {
  heading: ReactNode
  text: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {heading}
        {action}
      </div>
      <PlaceTabs label="Tax" />
      <p className="my-4 max-w-text text-ink-2">{text}</p>
      <BasisNote />
      {children}
    </>
  )
}

/** Says that orders are not taxed by the rules yet, with the switch to them. */
function BasisNote() {
  const token = useToken((state) => state.token)
  const mayWrite = useMayWriteTax()
  const user = usePageUser()
  const { data } = useQuery({ ...queryOf(settingsQuery(token)), enabled: user !== null && mayAct(user, 'settings.read') })
  return data?.basis === 'legacy' && <UseRules mayEdit={mayWrite} />
}
