import type { Business } from '#contract/sellers/applications.ts'

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
