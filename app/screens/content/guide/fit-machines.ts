import { figure } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { CURRENCIES, type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { normalizeIdentifier } from '#domain/text.ts'

const MAKES = ['mat', 'chip'] as const
const POWERS = ['single', 'three'] as const
const PLACES = ['bench', 'floor'] as const

/** Answers of a buyer; null where unanswered, which excludes nothing. Budget in whole units of `currency`. */
export interface Needs {
  make: (typeof MAKES)[number] | null
  perDay: number | null
  power: (typeof POWERS)[number] | null
  place: (typeof PLACES)[number] | null
  budget: number | null
  currency: Currency
}

/** A machine as the guide shows it. */
type Candidate = Pick<
  ProductSummary,
  'id' | 'slug' | 'name' | 'type' | 'baseCategory' | 'categoryLabel' | 'businessName' | 'priceUSD' | 'priceEUR' | 'specifications'
>

/** A machine with what speaks for it and what against. */
export interface Fit {
  machine: Candidate
  reasons: string[]
  shortcomings: string[]
}

/** Hours a day that a machine may run: the rest of a shift goes into feeding, emptying and cleaning. */
const MOST_HOURS = 6
const MOST_PER_DAY = 1_000_000
const MOST_BUDGET = 100_000_000

function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null
}

function wholeNumber(given: string | null, max: number): number | null {
  const number = Number(normalizeIdentifier(given ?? '').replace(/[\s,]/g, '') || Number.NaN)
  return Number.isFinite(number) && number > 0 ? Math.min(max, Math.round(number)) : null
}

/** The answers in an address; what makes no sense counts as no answer. */
export function readNeeds(params: URLSearchParams): Needs {
  return {
    make: oneOf(MAKES, params.get('make')),
    perDay: wholeNumber(params.get('perDay'), MOST_PER_DAY),
    power: oneOf(POWERS, params.get('power')),
    place: oneOf(PLACES, params.get('place')),
    budget: wholeNumber(params.get('budget'), MOST_BUDGET),
    currency: oneOf(CURRENCIES, params.get('currency')) ?? 'USD',
  }
}

/** True if at least one question was answered. */
export function hasNeeds({ make, perDay, power, place, budget }: Needs): boolean {
  return [make, perDay, power, place, budget].some((answer) => answer !== null)
}

/** "2 h", "45 min". */
function hours(value: number): string {
  if (value < 1) return `${Math.max(1, Math.round(value * 60))} min`
  return `${Math.round(value * 10) / 10} h`
}

type Check = (machine: Candidate, needs: Needs) => { isMet: boolean; text: string } | null

const specification = (machine: Candidate, name: string) => machine.specifications[name] ?? ''

const checkMake: Check = ({ baseCategory }, { make }) => {
  if (make === null) return null
  return { isMet: baseCategory === `${make}-maker`, text: baseCategory === 'mat-maker' ? 'Makes mats' : 'Makes chips' }
}

const checkVolume: Check = (machine, { perDay }) => {
  if (perDay === null) return null
  const throughput = specification(machine, 'Throughput')
  const perHour = Number(/^([\d.]+)\s*units\/h/.exec(throughput.replace(/,/g, ''))?.[1] ?? 0)
  if (perHour === 0) return { isMet: false, text: "The producer doesn't state the throughput in units per hour" }
  const needed = perDay / perHour
  const units = figure(perDay)
  if (needed > MOST_HOURS) return { isMet: false, text: `${units} a day would take ${hours(needed)} at ${throughput}` }
  const unit = specification(machine, 'Unit')
  return { isMet: true, text: `${units} a day take ${hours(needed)} at ${throughput}${unit && `; a unit is ${unit}`}` }
}

/** A site with three-phase power has single-phase power too. */
const checkPower: Check = (machine, { power }) => {
  if (power === null) return null
  const supply = specification(machine, 'Supply')
  const isThree = /three[- ]phase/i.test(supply)
  if (!isThree && !/single[- ]phase/i.test(supply)) return { isMet: false, text: "The producer doesn't state the power supply" }
  if (power === 'single' && isThree) return { isMet: false, text: `Needs three-phase power: ${supply}` }
  return { isMet: true, text: `Runs on ${isThree ? 'three' : 'single'}-phase power: ${supply}` }
}

const checkPlace: Check = (machine, { place }) => {
  if (place === null) return null
  const isBench = /bench/i.test(specification(machine, 'Installation'))
  const size = [specification(machine, 'Dimensions'), specification(machine, 'Weight')].filter(Boolean).join(', ')
  if (place === 'bench') return { isMet: isBench, text: isBench ? `Fits on a bench: ${size}` : `Needs floor space: ${size}` }
  return { isMet: true, text: isBench ? `Needs a bench: ${size}` : `Needs floor space: ${size}` }
}

const checkBudget: Check = (machine, { budget, currency }) => {
  if (budget === null) return null
  const price = currency === 'EUR' ? machine.priceEUR : machine.priceUSD
  const money = (amount: number) => formatMoney(toMinor(amount) ?? 0, currency)
  if (price <= budget) return { isMet: true, text: `Within ${money(budget)}` }
  return { isMet: false, text: `${money(price - budget)} above ${money(budget)}` }
}

const CHECKS = [checkMake, checkVolume, checkPower, checkPlace, checkBudget]

/**
 * The machines that meet every answer, cheapest first, and those that miss at most one thing beside what they make, with what it is.
 * Products that are not mat makers or chip makers are left out.
 */
export function fitMachines(products: readonly Candidate[], needs: Needs): { fitting: Fit[]; close: Fit[] } {
  const fits = products
    .filter(({ baseCategory }) => MAKES.some((make) => baseCategory === `${make}-maker`))
    .map(({ id, slug, name, type, baseCategory, categoryLabel, businessName, priceUSD, priceEUR, specifications }) => {
      const machine = { id, slug, name, type, baseCategory, categoryLabel, businessName, priceUSD, priceEUR, specifications }
      const results = CHECKS.map((check) => check(machine, needs)).filter((result) => result !== null)
      const texts = (isMet: boolean) => results.filter((result) => result.isMet === isMet).map(({ text }) => text)
      return { machine, reasons: texts(true), shortcomings: texts(false) }
    })
    .sort((one, other) => one.machine.priceUSD - other.machine.priceUSD)
  const makesIt = ({ machine }: Fit) => needs.make === null || machine.baseCategory === `${needs.make}-maker`
  return {
    fitting: fits.filter(({ shortcomings }) => shortcomings.length === 0),
    close: fits.filter((fit) => fit.shortcomings.length === 1 && makesIt(fit)),
  }
}
