import { DEFAULT_TAX, type TaxSettings } from '#domain/tax-settings.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Rate and calculator of taxes. */
export const tax = plainGroup<TaxSettings>({
  initial: DEFAULT_TAX,
  needsStepUp: true,
  check: ({ provider }, { chargesCards }) => {
    if (provider === 'stripe' && !chargesCards) refuseField('tax.provider', 'Set up Stripe for card payments first.')
  },
})
