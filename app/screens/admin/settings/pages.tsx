import type { ComponentType } from 'react'
import type { SettingsPage } from '#app/features/kit/menu/settings-screens.ts'
import { figure } from '#app/lib/format.ts'
import { AccountingSection } from './accounting-section.tsx'
import { CompanySection } from './company-section.tsx'
import { GuaranteeSection } from './guarantee-section.tsx'
import { CurrencySection, MarketSection, PayLaterSection, ShippingSection, TaxSection, TradeSection } from './money-sections.tsx'
import { PapersSection } from './papers-section.tsx'
import { Permissions } from './permissions.tsx'
import { RegistersSection } from './registers-section.tsx'
import { RetentionSection, ReviewSection, SecuritySection, StockSection, SwitchesSection } from './rule-sections.tsx'
import { type SectionProps, SettingsFrame } from './section.tsx'

const PAGES: Readonly<Record<SettingsPage, ComponentType<SectionProps>>> = {
  company: CompanySection,
  tax: TaxSection,
  trade: TradeSection,
  accounting: AccountingSection,
  shipping: ShippingSection,
  currency: CurrencySection,
  market: MarketSection,
  payLater: PayLaterSection,
  registers: RegistersSection,
  stock: StockSection,
  papers: PapersSection,
  review: ReviewSection,
  retention: RetentionSection,
  security: SecuritySection,
  switches: SwitchesSection,
  guarantee: GuaranteeSection,
  fixed: Fixed,
  permissions: Permissions,
}

/** Content of each page of the settings, by the last part of its address. */
export const SETTINGS_PAGES: ReadonlyMap<string, ComponentType<SectionProps>> = new Map(Object.entries(PAGES))

/** Values set by the server's environment, shown for reference. */
function Fixed({ settings: { fixed } }: SectionProps) {
  const { chargesCards, holdMinutes } = fixed
  return (
    <SettingsFrame group="fixed" text="Set these in the server's environment, not here.">
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
    </SettingsFrame>
  )
}
