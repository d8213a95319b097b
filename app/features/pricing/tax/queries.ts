import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Exemption } from '#contract/pricing/exemptions.ts'
import type { BusinessTax } from '#contract/pricing/tax.ts'
import type { OwnVatId } from '#contract/pricing/vat-ids.ts'

type Token = string | null

/** Key of what a buyer proves about taxes. */
export const ownTaxKey = (token: Token) => ['own-tax', token] as const

export const ownVatIdsQuery = (token: Token): Read<OwnVatId[]> => ({
  queryKey: [...ownTaxKey(token), 'vat-ids'],
  read: (api, signal) => api.vatIds.listOwn({ signal }),
  staleTime: 0,
})

export const ownCertificatesQuery = (token: Token): Read<Exemption[]> => ({
  queryKey: [...ownTaxKey(token), 'certificates'],
  read: (api, signal) => api.exemptions.listOwn({ signal }),
  staleTime: 0,
})

export const businessTaxQuery = (token: Token): Read<BusinessTax> => ({
  queryKey: [...officeKey(token), 'business-tax'],
  read: (api, signal) => api.tax.ofBusiness({ signal }),
  staleTime: 0,
})

export const taxOfBusinessQuery = (token: Token, id: string): Read<BusinessTax> => ({
  queryKey: [...officeKey(token), 'business-tax', id],
  read: (api, signal) => api.tax.ofBusinessForStaff({ params: { id }, signal }),
  staleTime: 0,
})
