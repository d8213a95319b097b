import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { CommissionRates } from '#contract/sellers/commission.ts'

export const commissionQuery = (token: string | null): Read<CommissionRates> => ({
  queryKey: [...officeKey(token), 'commission'],
  read: (api, signal) => api.commission.rates({ signal }),
  staleTime: 0,
})
