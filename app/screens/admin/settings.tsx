import { useState } from 'react'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { settingsQuery } from '#app/features/platform/queries.ts'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Together } from '#app/ui/together.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { AccountingSection } from './settings/accounting-section.tsx'
import { CompanySection } from './settings/company-section.tsx'
import { GuaranteeSection } from './settings/guarantee-section.tsx'
import { CurrencySection, MarketSection, PayLaterSection, ShippingSection, TaxSection, TradeSection } from './settings/money-sections.tsx'
import { Permissions } from './settings/permissions.tsx'
import { RetentionSection, ReviewSection, SecuritySection, StockSection, SwitchesSection } from './settings/rule-sections.tsx'
import type { SectionProps } from './settings/section.tsx'
import type { SettingGroup } from './settings/use-section.ts'

export const meta = () => [{ title: `Settings | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const PARTS = [
  { id: 'company', label: 'Company' },
  { id: 'tax', label: 'Tax' },
  { id: 'trade', label: 'Contracts' },
  { id: 'accounting', label: 'Accounting' },
  { id: 'shipping', label: 'Shipping' },
  { id: 'currency', label: 'Currency' },
  { id: 'market', label: 'Market' },
  { id: 'payLater', label: 'Pay Later' },
  { id: 'stock', label: 'Stock levels' },
  { id: 'review', label: 'Review promise' },
  { id: 'retention', label: 'Retention' },
  { id: 'security', label: 'Security' },
  { id: 'switches', label: 'Switches' },
  { id: 'guarantee', label: 'Legal guarantee' },
  { id: 'fixed', label: 'Environment' },
  { id: 'permissions', label: 'Permissions' },
] as const

export default function SettingsScreen() {
  const token = useToken((state) => state.token)
  const { user } = useSession()
  const mayEdit = user?.role === 'super_admin'
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set<SettingGroup>())
  const onDirty = (group: SettingGroup, isDirty: boolean) =>
    setDirty((before) => new Set([...before].filter((one) => one !== group).concat(isDirty ? [group] : [])))
  const question = useUnsavedGuard(dirty.size > 0)
  return (
    <>
      <h1>Settings</h1>
      {!mayEdit && <p className="notice mt-4">You can read the settings. Only super admins can change them.</p>}
      <div className="settings">
        <nav aria-label="Settings">
          <ul className="flex flex-wrap gap-x-1 xl:sticky xl:top-4.5 xl:flex-col xl:border-l-2 xl:border-line-strong">
            {PARTS.map(({ id, label }) => (
              <li key={id}>
                <a
                  className="flex items-center min-h-11 px-3 py-0.5 text-ink-2 font-medium no-underline hover:bg-blue-tint hover:text-ink"
                  href={`#${id}`}
                >
                  {label}
                  {dirty.has(id) && (
                    <span className="status warn ml-2">
                      <span className="visually-hidden">not saved yet</span>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Together>
          <div className="settings-sections grid grid-cols-1 gap-5.5 min-w-0">
            <Load read={settingsQuery(token)} failure="The settings could not be loaded.">
              {(settings) => <Sections settings={settings} mayEdit={mayEdit} onDirty={onDirty} />}
            </Load>
            <Permissions />
          </div>
        </Together>
      </div>
      {question}
    </>
  )
}

function Sections(section: SectionProps) {
  return (
    <>
      <CompanySection {...section} />
      <TaxSection {...section} />
      <TradeSection {...section} />
      <AccountingSection {...section} />
      <ShippingSection {...section} />
      <CurrencySection {...section} />
      <MarketSection {...section} />
      <PayLaterSection {...section} />
      <StockSection {...section} />
      <ReviewSection {...section} />
      <RetentionSection {...section} />
      <SecuritySection {...section} />
      <SwitchesSection {...section} />
      <GuaranteeSection {...section} />
      <Fixed {...section.settings.fixed} />
    </>
  )
}

/** Values set by the server's environment, shown for reference. */
function Fixed({ chargesCards, holdMinutes }: Settings['fixed']) {
  return (
    <section id="fixed" aria-labelledby="fixed-title" className="frame settings-section">
      <div className="settings-head">
        <h2 className="text-xl" id="fixed-title">
          Environment
        </h2>
        <p>Set where the server is started, not here.</p>
      </div>
      <dl className="pairs settings-body">
        <dt>Reserve stock during card payment for</dt>
        <dd className="wrap-anywhere">
          {figure(holdMinutes)} {holdMinutes === 1 ? 'minute' : 'minutes'} (<code>HOLD_MINUTES</code>)
        </dd>
        <dt>Cards can be charged</dt>
        <dd className="wrap-anywhere">
          {chargesCards ? 'Yes' : 'No'} (<code>STRIPE_SECRET_KEY</code>)
        </dd>
      </dl>
    </section>
  )
}
