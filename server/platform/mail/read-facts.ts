import { CURRENCIES, formatMoney } from '#domain/money.ts'

/** The facts of a mail as its text reads them: whatever is absent or of another kind counts as nothing. */
export interface Facts {
  /** On one line, without control characters; '' for nothing. */
  line: (name: string) => string
  /** With its line breaks; '' for nothing. */
  text: (name: string) => string
  /** An address of the web; null for nothing. */
  link: (name: string) => string | null
  /** An amount in the currency of the fact `currency`; '' for nothing. */
  money: (name: string) => string
  /** The members of a list, each to be read in the same way. */
  list: (name: string) => Facts[]
}

/** One line: line breaks and other control characters become a space, so that a name cannot become a header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads facts; those of a list's members inherit the list's currency. */
export function readFacts(facts: Record<string, unknown>): Facts {
  const text = (name: string) => {
    const value = facts[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const currency = CURRENCIES.find((one) => one === facts.currency)
  return {
    text,
    line: (name) => oneLine(text(name)),
    link: (name) => (/^https?:\/\/\S+$/.test(text(name)) ? text(name) : null),
    money: (name) => {
      const cents = facts[name]
      return currency && typeof cents === 'number' && Number.isSafeInteger(cents) ? formatMoney(cents, currency) : ''
    },
    list: (name) => {
      const value = facts[name]
      return Array.isArray(value) ? value.filter(isObject).map((member) => readFacts({ currency, ...member })) : []
    },
  }
}
