/** Kinds of certificates that exempt from sales tax, with their names. */
export const CERTIFICATE_KIND_LABELS = {
  resale: 'Resale',
  manufacturing: 'Manufacturing',
  government: 'Government',
  nonprofit: 'Nonprofit organization',
  other: 'Other',
} as const

/** Kind of a certificate. */
type CertificateKind = keyof typeof CERTIFICATE_KIND_LABELS

/** Kinds of certificates in the order of forms. */
export const CERTIFICATE_KINDS = [
  'resale',
  'manufacturing',
  'government',
  'nonprofit',
  'other',
] as const satisfies readonly CertificateKind[]

/** Statuses of a certificate: staff decide on those that wait; accepted ones expire. */
export const CERTIFICATE_STATUSES = ['waiting', 'accepted', 'refused', 'expired'] as const

/** One of `CERTIFICATE_STATUSES`. */
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number]

/** Names of the statuses. */
export const CERTIFICATE_STATUS_LABELS: Readonly<Record<CertificateStatus, string>> = {
  waiting: 'Waiting for review',
  accepted: 'Accepted',
  refused: 'Refused',
  expired: 'Expired',
}

/** Maximum number of certificates of an account. */
export const MAX_CERTIFICATES = 50

/** Maximum number of certificates of an account whose email address is not confirmed: anybody makes one within a minute. */
export const MAX_UNCONFIRMED_CERTIFICATES = 5

/** Maximum size of a file of a certificate in bytes: 10 MB. */
export const CERTIFICATE_BYTES = 10 * 1024 * 1024

/** Days before its last day on which the buyer of a certificate is reminded. */
export const CERTIFICATE_REMINDER_DAYS = 30
