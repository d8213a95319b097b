import { CURRENCIES, formatMoney } from '#domain/money.ts'

/** Typed access to the facts of an email. A fact that is missing or has another type reads as empty. */
export interface Facts {
  /** Text on one line, without control characters; '' if empty. */
  line: (name: string) => string
  /** Text with its line breaks; '' if empty. */
  text: (name: string) => string
  /** An http or https URL; null if empty. */
  link: (name: string) => string | null
  /** An amount in the currency of the fact `currency`; '' if empty. */
  money: (name: string) => string
  /** Items of a list. */
  list: (name: string) => Facts[]
}

/** Replaces line breaks and other control characters with a space, so that no value can inject an email header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Wraps facts; items of a list inherit its currency. */
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
