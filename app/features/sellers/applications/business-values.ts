import type { Business } from '#contract/sellers/applications.ts'
import { APPROVAL_LABELS } from '#domain/business.ts'
import { typeLabel } from './status-badge.tsx'

/** Fields that are compared after an edit conflict. */
export const CONFLICT_FIELDS = [
  { label: 'Business name', value: ({ name }: Business) => name },
  { label: 'Business type', value: ({ businessType }: Business) => typeLabel(businessType) },
  { label: 'Description', value: ({ description }: Business) => description },
  { label: 'Email', value: ({ email }: Business) => email },
  { label: 'Phone', value: ({ phone }: Business) => phone ?? '' },
  { label: 'Website', value: ({ website }: Business) => website ?? '' },
  { label: 'Street address', value: ({ address }: Business) => address },
  { label: 'City', value: ({ city }: Business) => city },
  { label: 'Postal code', value: ({ postalCode }: Business) => postalCode },
  { label: 'Country', value: ({ country }: Business) => country },
  { label: 'Legal name', value: ({ legalName }: Business) => legalName },
  { label: 'Legal form', value: ({ legalForm }: Business) => legalForm },
  { label: 'Represented by', value: ({ representative }: Business) => representative },
  { label: 'Register', value: ({ registerName, registerNumber }: Business) => [registerName, registerNumber].filter(Boolean).join(', ') },
  { label: 'VAT ID', value: ({ vatId }: Business) => vatId ?? '' },
  { label: 'Tax number', value: ({ taxId }: Business) => taxId },
  { label: 'Status', value: ({ status }: Business) => status },
  { label: 'Approval', value: ({ businessStatus }: Business) => APPROVAL_LABELS[businessStatus] },
  { label: 'Logo', value: ({ logo }: Business) => logo ?? '' },
]

/** Returns a business's values for the fields of a form. */
export const valuesOf = (business: Business): Partial<Record<string, string | null>> => ({
  name: business.name,
  businessType: business.businessType,
  description: business.description,
  email: business.email,
  phone: business.phone,
  website: business.website,
  address: business.address,
  city: business.city,
  postalCode: business.postalCode,
  country: business.country,
  legalName: business.legalName,
  legalForm: business.legalForm,
  representative: business.representative,
  registerName: business.registerName,
  registerNumber: business.registerNumber,
  vatId: business.vatId,
  taxId: business.taxId,
  selfCertifiedAt: business.selfCertifiedAt,
})
