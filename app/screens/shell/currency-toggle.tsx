import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { setCurrency, useCurrency } from '#app/lib/currency.ts'

/** Switches all prices between dollars and euros; the choice stays in this browser (S43). */
export function CurrencyToggle() {
  const chosen = useCurrency()
  const isHydrated = useIsHydrated()
  const currency = isHydrated ? chosen : 'USD'
  const other = currency === 'USD' ? 'EUR' : 'USD'
  return (
    <button
      type="button"
      className="currency-toggle needs-script inline-flex items-center min-h-11 text-xs font-strong text-ink-2"
      aria-label={`USD EUR, currency: ${currency}. Switch to ${other}`}
      onClick={() => setCurrency(other)}
    >
      <span data-currency-option="USD">USD</span> <span data-currency-option="EUR">EUR</span>
    </button>
  )
}
