import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { BankFile } from '#contract/fulfillment/bank-files.ts'

/** The bank statements, the newest first. */
export const bankFilesQuery = (token: string | null): Read<Omit<BankFile, 'transfers'>[]> => ({
  queryKey: [...officeKey(token), 'bank-files'],
  read: (api, signal) => api.bankFiles.list({ signal }),
  staleTime: 0,
})

/** One bank statement with its transfers. */
export const bankFileQuery = (token: string | null, id: string): Read<BankFile> => ({
  queryKey: [...officeKey(token), 'bank-files', id],
  read: (api, signal) => api.bankFiles.byId({ params: { id }, signal }),
  staleTime: 0,
})
