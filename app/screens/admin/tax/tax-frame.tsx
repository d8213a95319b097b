import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { settingsQuery } from '#app/features/platform/queries.ts'
import { UseRules } from '#app/features/pricing/tax/use-rules.tsx'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'

const TABS = [
  { to: '/admin/tax', label: 'Rules' },
  { to: '/admin/tax/registrations', label: 'Registrations' },
  { to: '/admin/tax/certificates', label: 'Certificates' },
  { to: '/admin/tax/vat-ids', label: 'VAT IDs' },
  { to: '/admin/tax/exchange-rates', label: 'Exchange rates' },
  { to: '/admin/tax/try', label: 'Try it' },
  { to: '/admin/tax/returns', label: 'Returns' },
]

/** Returns true for those who may change rules, registrations and exchange rates. */
export const useMayWriteTax = (): boolean => useSession().user?.role === 'super_admin'

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
  const { pathname } = useLocation()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {heading}
        {action}
      </div>
      <div className="my-4">
        <ChoiceNav label="Tax" choices={TABS.map((tab) => ({ ...tab, isChosen: tab.to === pathname }))} />
      </div>
      <p className="mb-4 max-w-text text-ink-2">{text}</p>
      <BasisNote />
      {children}
    </>
  )
}

/** Says that orders are not taxed by the rules yet, with the switch to them. */
function BasisNote() {
  const token = useToken((state) => state.token)
  const mayWrite = useMayWriteTax()
  const { data } = useQuery(queryOf(settingsQuery(token)))
  return data?.basis === 'legacy' && <UseRules mayEdit={mayWrite} />
}
