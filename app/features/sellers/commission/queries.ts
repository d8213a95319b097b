import { officeKey } from '#app/features/sellers/applications/queries.ts'
import type { Read } from '#app/lib/load.ts'
import type { CommissionRates } from '#contract/sellers/commission.ts'

export const commissionQuery = (token: string | null): Read<CommissionRates> => ({
  queryKey: [...officeKey(token), 'commission'],
  read: (api, signal) => api.commission.rates({ signal }),
  staleTime: 0,
})
