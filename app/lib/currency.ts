import { create } from 'zustand'
import type { Currency } from '#domain/money.ts'
import { browserStorage } from './storage.ts'

const KEY = 'currency'

function read(): Currency {
  return typeof document !== 'undefined' && document.documentElement.dataset.currency === 'EUR' ? 'EUR' : 'USD'
}

const useStore = create<{ currency: Currency }>(() => ({ currency: 'USD' }))
if (typeof window !== 'undefined') {
  useStore.setState({ currency: read() })
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) setCurrency(event.newValue === 'EUR' ? 'EUR' : 'USD')
  })
}

/** The currency that this browser chose; kept in local storage. Pages carry both prices, `<Price>` shows the chosen one. */
export function useCurrency(): Currency {
  return useStore((state) => state.currency)
}

export function setCurrency(currency: Currency): void {
  if (currency === 'EUR') document.documentElement.dataset.currency = 'EUR'
  else delete document.documentElement.dataset.currency
  browserStorage.write(KEY, currency)
  useStore.setState({ currency })
}
