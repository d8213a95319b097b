import { useState } from 'react'
import { Link } from 'react-router'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

/** Places to check before the rules are put in force. */
const CHECKS = [
  {
    to: '/admin/tax/registrations',
    label: 'Tax registrations',
    text: 'Where you are registered. Nothing is sold online to a country of the European Union without one.',
  },
  { to: '/admin/tax', label: 'Tax rates', text: 'The rates by country that came with the shop.' },
  {
    to: '/admin/shipping#markets',
    label: 'Markets',
    text: 'The countries that you sell to, their prices with or without tax, and where private persons may buy.',
  },
  { to: '/admin/shipping', label: 'Shipping zones', text: 'Where you deliver and what it costs. A place without a rate is by quote.' },
  {
    to: '/admin/settings/tax',
    label: 'Tax settings',
    text: 'The United States by one rate or by state, and VAT IDs that cannot be verified.',
  },
  { to: '/admin/settings/company', label: 'Company', text: 'Name, address and tax number, as invoices and the imprint show them.' },
] as const

/** Notice of a shop with one rate of tax and one row of shipping rates for every country, with the switch to the rules and what to check before. */
export function UseRules({ mayEdit }: { mayEdit: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await api.shipping.applyRules()
      toast.success('Taxes and shipping follow the rules by country now.')
      await refreshTabs(queryClient)
      setAsking(false)
    } catch (failure) {
      setError(messageOf(failure, 'The rules could not be put in force.'))
    }
    setBusy(false)
  }
  return (
    <div className="notice mt-4">
      <p>
        Every country pays one rate of tax and the shipping rates of Settings, and freight is included everywhere. Taxes and shipping by
        country are not in force yet. Check these first:
      </p>
      <ul className="mt-2 list-inside list-disc">
        {CHECKS.map(({ to, label, text }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>: {text}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <button type="button" className="button mt-3" onClick={() => setAsking(true)}>
          Use rules by country
        </button>
      )}
      {isAsking && (
        <AskDialog
          title="Use rules by country?"
          confirm="Use rules by country"
          busy="Switching…"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          <p>
            From now on carts are taxed and shipped by the rules, and places without a rate need a quote. Orders that are placed keep their
            tax and shipping. This can't be undone.
          </p>
        </AskDialog>
      )}
    </div>
  )
}
