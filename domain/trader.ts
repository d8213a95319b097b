/** Checks that staff make of a seller (Regulation (EU) 2022/2065, Article 30; 15 U.S.C. 45f). */
export const TRADER_CHECKS = ['address', 'register', 'vatId', 'bankAccount', 'identity', 'taxId', 'email', 'phone'] as const
/** One of `TRADER_CHECKS`. */
export type TraderCheck = (typeof TRADER_CHECKS)[number]

/** Labels of the checks. */
export const TRADER_CHECK_LABELS: Readonly<Record<TraderCheck, string>> = {
  address: 'Address',
  register: 'Register',
  vatId: 'VAT ID',
  bankAccount: 'Bank account',
  identity: 'Identity',
  taxId: 'Tax number',
  email: 'Email',
  phone: 'Phone',
}

/** Checks without which nothing is sold to consumers in the European Union. */
export const EU_CHECKS = ['address', 'register', 'vatId', 'bankAccount', 'identity'] as const satisfies readonly TraderCheck[]

/** A check that was made: by whom, when (ISO 8601) and how. */
interface MadeCheck {
  by: string
  at: string
  how: string
}

/** The checks that were made of a seller. */
export type TraderChecks = Partial<Record<TraderCheck, MadeCheck>>

/** Facts of a seller that its buyers may know, and the checks of them. */
export interface TraderFacts {
  legalName: string
  address: string
  city: string
  country: string
  email: string
  phone: string | null
  /** When the seller stated that it offers only products that comply with the law; null: not yet. */
  selfCertifiedAt: Date | string | null
  checks: TraderChecks
}

/** The statement of a seller about its products (Regulation (EU) 2022/2065, Article 30(1)(e)). */
export const SELF_CERTIFICATION = 'I only offer products that comply with the law of the countries I sell to'

/** Facts that a seller owes, with what a list of open items calls them. */
const OWED: readonly (readonly [name: string, isGiven: (facts: TraderFacts) => boolean])[] = [
  ['legal name', ({ legalName }) => legalName !== ''],
  ['street address', ({ address, city, country }) => address !== '' && city !== '' && country !== ''],
  ['phone', ({ phone }) => phone !== null && phone !== ''],
  ['self-certification', ({ selfCertifiedAt }) => selfCertifiedAt !== null],
]

/** Returns the facts that a seller has not given, in words. */
export function missingTraderFacts(facts: TraderFacts): string[] {
  return OWED.filter(([, isGiven]) => !isGiven(facts)).map(([name]) => name)
}

/** Returns a check as a list of open items names it. */
export const traderCheckText = (check: TraderCheck): string =>
  `${TRADER_CHECK_LABELS[check].replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())} check`

/**
 * Returns everything that is open before a seller's products are sold to consumers in the European Union, in words. In SQL:
 * `isCheckedTrader`.
 */
export function openTraderItems(facts: TraderFacts): string[] {
  return [...missingTraderFacts(facts), ...EU_CHECKS.filter((check) => !facts.checks[check]).map(traderCheckText)]
}

/** Returns the legal name with the legal form, which many names end with. */
export const legalTitle = ({ legalName, legalForm }: { legalName: string; legalForm: string }): string =>
  legalForm === '' || legalName.toLowerCase().endsWith(legalForm.toLowerCase())
    ? legalName
    : [legalName, legalForm].filter(Boolean).join(', ')

/** Returns what a document calls a business: its legal title, or its name where it gave no legal name. */
export const titleOf = ({ name, legalName, legalForm }: { name: string; legalName: string; legalForm: string }): string =>
  legalName === '' ? name : legalTitle({ legalName, legalForm })

/** Facts whose change makes a check void. */
const CHECKED_FACTS: Readonly<Record<TraderCheck, readonly string[]>> = {
  address: ['address', 'city', 'postalCode', 'country'],
  register: ['legalName', 'registerName', 'registerNumber'],
  vatId: ['vatId', 'legalName'],
  bankAccount: [],
  identity: ['legalName', 'representative'],
  taxId: ['taxId', 'legalName'],
  email: ['email'],
  phone: ['phone'],
}

/** Returns the checks that still count after some facts changed; a new bank account is named `bankAccount`. */
export function checksAfter(checks: TraderChecks, changed: readonly string[]): TraderChecks {
  const isVoid = (check: TraderCheck) => changed.includes(check) || CHECKED_FACTS[check].some((fact) => changed.includes(fact))
  return Object.fromEntries(TRADER_CHECKS.flatMap((check) => (checks[check] && !isVoid(check) ? [[check, checks[check]]] : [])))
}
