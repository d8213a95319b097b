import { useState } from 'react'
import { Link } from 'react-router'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'

/** Places to check before the rules are put in force. */
const CHECKS = [
  {
    to: '/admin/tax/registrations',
    label: 'Tax registrations',
    text: "Where you are registered. Without a registration, you can't sell online to a country in the European Union.",
  },
  { to: '/admin/tax', label: 'Tax rates', text: 'The built-in rates by country.' },
  {
    to: '/admin/shipping#markets',
    label: 'Markets',
    text: 'The countries you sell to, whether their prices include tax, and where private persons can buy.',
  },
  { to: '/admin/shipping', label: 'Shipping zones', text: 'Where you deliver and what it costs. Places without a rate are by quote.' },
  {
    to: '/admin/settings/tax',
    label: 'Tax settings',
    text: "One rate or rates by state for the United States, and VAT IDs that can't be verified.",
  },
  { to: '/admin/settings/company', label: 'Company', text: 'Name, address and tax number, as shown on invoices and in the imprint.' },
] as const

/**
 * Notice of a shop with one rate of tax and one row of shipping rates for every country, with the switch to the rules and what to check
 * before.
 */
export function UseRules({ mayEdit }: { mayEdit: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const use = async () => {
    await api.shipping.applyRules()
    toast.success('The rules by country are in use now.')
    await refreshTabs(queryClient)
    setAsking(false)
  }
  return (
    <div className="notice mt-4">
      <p>
        Every country has the same tax rate and the shipping charges in Settings, with freight included. Taxes and shipping by country
        aren't in use yet. Check these first:
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
        <ActDialog
          title="Use rules by country?"
          confirm="Use rules by country"
          busy="Switching…"
          act={use}
          failed="The rules could not be turned on."
          onClose={() => setAsking(false)}
        >
          <p>
            Carts will use the tax and shipping rules by country, and places without a rate will need a quote. Existing orders keep their
            tax and shipping. This can't be undone.
          </p>
        </ActDialog>
      )}
    </div>
  )
}
