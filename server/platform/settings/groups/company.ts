import type { Currency } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import type { GroupOf } from '#server/platform/settings/setting-group.ts'

/** The company, as shown on the contact page. */
export interface ShopCompany {
  name: string
  email: string
  phone: string
  street: string
  city: string
  country: string
  /** VAT id or tax number on invoices and in the footer; '' for none. */
  taxNumber: string
  /** Facts of the imprint; '' for none. */
  legalForm: string
  representative: string
  register: string
  registerNumber: string
  /** Payment instructions for Pay Later orders in US dollars, one a line; '' if staff send them by email. Never public. */
  payTo: string
  /** Those for orders in euros; null: the same, as in shops that were set up before each currency had its own. */
  payToEur: string | null
  /** Time zone whose days are the shop's: those of sales, documents, journal and tax. */
  timeZone: string
  hours: string[]
  /** Location on the map; null for no map. */
  location: { latitude: number; longitude: number } | null
}

/** Returns the payment instructions for orders in a currency; '' where staff send them by email. */
export const payToOf = ({ payTo, payToEur }: Pick<ShopCompany, 'payTo' | 'payToEur'>, currency: Currency): string =>
  currency === 'EUR' ? (payToEur ?? payTo) : payTo

/** Name, address, imprint, payment instructions and opening hours. */
export const company: GroupOf<'company', ShopCompany> = {
  initial: {
    name: 'Reflute',
    email: 'hello@reflute.test',
    phone: '+1 312 555 0142',
    street: '1200 West Fulton Street',
    city: 'Chicago, IL 60607',
    country: 'United States',
    taxNumber: '',
    legalForm: '',
    representative: '',
    register: '',
    registerNumber: '',
    payTo: '',
    payToEur: null,
    timeZone: DEFAULT_TIME_ZONE,
    hours: ['Mon-Fri 9am-6pm EST', 'Saturday 10am-4pm EST', 'Sunday closed'],
    location: { latitude: 41.8869, longitude: -87.6573 },
  },
  needsStepUp: ['payTo', 'payToEur'],
  present: (stored) => stored,
  store: ({ version: _version, payToEur, timeZone, hours, ...sent }, kept) => ({
    ...sent,
    // a form that shows the one for both sends it for both
    payToEur: payToEur === undefined || (kept.payToEur === null && payToEur === sent.payTo) ? kept.payToEur : payToEur,
    timeZone: timeZone ?? kept.timeZone,
    hours: hours.filter((line) => line !== ''),
  }),
}
