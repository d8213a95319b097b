import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'

const TABS = [
  { to: '/admin/tax', label: 'Rules' },
  { to: '/admin/tax/registrations', label: 'Registrations' },
  { to: '/admin/tax/certificates', label: 'Certificates' },
  { to: '/admin/tax/vat-ids', label: 'VAT IDs' },
  { to: '/admin/tax/exchange-rates', label: 'Exchange rates' },
  { to: '/admin/tax/try', label: 'Try it' },
]

/** Returns true for those who may change rules, registrations and exchange rates. */
export const useMayWriteTax = (): boolean => useSession().user?.role === 'super_admin'

/** Heading, tabs and a sentence above a screen of the taxes; `action` stands beside the heading. */
export function TaxFrame({ title, text, action, children }: { title: string; text: ReactNode; action?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>{title}</h1>
        {action}
      </div>
      <div className="my-4">
        <ChoiceNav label="Tax" choices={TABS.map((tab) => ({ ...tab, isChosen: tab.to === pathname }))} />
      </div>
      <p className="mb-4 max-w-text text-ink-2">{text}</p>
      {children}
    </>
  )
}
