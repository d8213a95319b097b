import type { ImpactModel } from './impact.ts'
import type { Currency } from './money.ts'
import { formatBriefly, formatDecimal } from './text.ts'

/* Formats of the calculator's figures for screen, print and PDF (S342). */

const SIGNS: Readonly<Record<Currency, string>> = { USD: '$', EUR: '€' }

const decimal = (value: number, digits: number): string => formatDecimal(Math.abs(value), digits, digits)

/** Adds a minus unless every visible digit is 0. */
const signed = (value: number, text: string): string => (value < 0 && /[1-9]/.test(text) ? `−${text}` : text)

/** Formats an amount without decimals: '$56,040', '-€3,120'. */
export function wholeMoney(amount: number, currency: Currency): string {
  return signed(amount, `${SIGNS[currency]}${decimal(amount, 0)}`)
}

/** Formats a small amount with two decimals: '$3.75'. */
export function exactMoney(amount: number, currency: Currency): string {
  return signed(amount, `${SIGNS[currency]}${decimal(amount, 2)}`)
}

const CROWDED = 1e7

/** Formats an amount briefly: whole, or '$17.9B' from ten million on. */
export function shortMoney(amount: number, currency: Currency): string {
  if (Math.abs(amount) < CROWDED) return wholeMoney(amount, currency)
  return signed(amount, `${SIGNS[currency]}${formatBriefly(Math.abs(amount))}`)
}

/** Formats a number with one decimal: '2.7', '3,510.0'. */
export function oneDecimal(value: number): string {
  return signed(value, decimal(value, 1))
}

/** Formats a whole number: '7,800'. */
export function wholeUnits(value: number): string {
  return signed(value, decimal(value, 0))
}

/** Formats a percentage with one decimal: '348.3%'. */
export function onePercent(value: number): string {
  return `${oneDecimal(value)}%`
}

/** Formats a number with at most two decimals: '1,200', '0.75'. */
export function plainNumber(value: number): string {
  return formatDecimal(value, 2)
}

/** Lists a machine's figures with their units. */
export function modelRows(model: ImpactModel): { label: string; value: string }[] {
  return [
    { label: 'Efficiency', value: onePercent(model.efficiency * 100) },
    { label: 'Material reduction', value: onePercent(model.materialReduction * 100) },
    { label: 'Energy usage', value: `${plainNumber(model.energyUsage)} kW` },
    { label: 'Processing rate', value: `${plainNumber(model.processingRate)} units/h` },
  ]
}

/** Formats a machine's figures in one line. */
export function modelText(model: ImpactModel): string {
  return modelRows(model)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(', ')
}

/** Describes the payback period: '2.7 months', or that there is none. */
export function paybackText(months: number | null): string {
  return months === null ? 'Not reached' : `${oneDecimal(months)} months`
}

/** Verdict on the machine's capacity: its text and severity. */
type CapacityVerdict = { tone: 'ok' | 'warn' | 'bad' | 'idle'; text: string }

const SHIFT_HOURS = 8
const DAY_HOURS = 24

/** Describes the hours a day: within a shift, longer, or more than a day has. */
export function capacityVerdict(hoursPerDay: number | null): CapacityVerdict {
  if (hoursPerDay === null) return { tone: 'idle', text: 'Enter operating days to see this' }
  if (hoursPerDay > DAY_HOURS) return { tone: 'bad', text: 'This machine is too small for the volume' }
  if (hoursPerDay > SHIFT_HOURS) return { tone: 'warn', text: `More than one shift of ${SHIFT_HOURS} hours` }
  return { tone: 'ok', text: `Fits into one shift of ${SHIFT_HOURS} hours` }
}
