import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { allCalls } from '#server/platform/http/openapi.ts'
import { listFiles, ROOT, read } from './project-files.ts'
import { type Declaration, readReferences } from './read-references.ts'

/* Which calls move money is read off what their handlers reach, and compared with what the contract says. */

/** Tables of money that has moved, and of what decides where it goes. */
const MOVED = ['ledgerTransactions', 'ledgerEntries', 'refunds', 'payouts', 'payments']
const DECIDED = ['payoutAccounts', 'commissionRates', 'taxRules', 'taxRegistrations', 'exchangeRates', 'vatChecks', 'taxExemptions']
/** Calls that the tables do not show, each with what it makes move. */
const UNSEEN: Readonly<Record<string, string>> = {
  'settings.update': 'one table has all settings: bank details, tax and Pay Later are judged by their names',
  'payouts.release': 'ends a hold, after which payouts are made',
  'customers.setTerms': 'decides when and how a customer pays their orders',
  'jobs.retry': 'runs a failed refund or transfer again',
}
/** Calls about parcels: a parcel is a transition, whose code refunds cancellations. */
const PARCEL_CALLS = ['ship', 'deliver', 'staffShip', 'staffDeliver', 'shipMany', 'staffShipMany', 'importTracking', 'staffImportTracking']
/** Calls that write such a table without deciding anything. */
const HARMLESS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PARCEL_CALLS.map((name) => [`shipments.${name}`, 'a parcel that leaves or arrives refunds nothing'])),
  'categories.update': 'a category of a rate is renamed',
  'account.remove': 'certificates go with the account',
  'users.remove': 'certificates go with the account',
  'exemptions.add': 'asks for what staff decide',
}
/** Functions that the handler of a call with this proof must reach. */
const PROOFS = {
  onceItMoves: 'server/platform/http/actor.ts#requireStepUp',
  password: 'server/identity/auth/confirm-password.ts#confirmPassword',
} as const

const declarations = new Map<string, Declaration>()
const bindings = new Map<Endpoint | null, Set<string>>()

beforeAll(async () => {
  const files = listFiles('server', /(?<!\.test)\.ts$/).filter((path) => !/^server\/(testing|seed|doctor)\//.test(path))
  for (const path of files) for (const [name, declaration] of readReferences(path, read(path))) declarations.set(name, declaration)
  for (const { binds } of declarations.values()) {
    for (const [call, uses] of binds) {
      const [path = '', group = '', name = ''] = call.split(/[#.](?=\w+(?:\.\w+)?$)/)
      const module = call ? ((await import(/* @vite-ignore */ join(ROOT, path))) as Record<string, Record<string, Endpoint>>) : {}
      const endpoint = module[group]?.[name] ?? null
      bindings.set(endpoint, new Set([...uses, ...(bindings.get(endpoint) ?? [])]))
    }
  }
}, 300_000)

/** Returns these declarations and all that can be reached from them. */
function reachedFrom(names: Iterable<string>): Set<string> {
  const reached = new Set(names)
  for (const name of reached) for (const used of declarations.get(name)?.uses ?? []) reached.add(used)
  return reached
}

/** The tables among `tables` that a handler writes, with the function that does. */
function writesOf(endpoint: Endpoint | null, tables: readonly string[]): string[] {
  return [...reachedFrom(bindings.get(endpoint) ?? [])].flatMap((name) =>
    [...(declarations.get(name)?.writes ?? [])]
      .filter((table) => tables.includes(table))
      .map((table) => `${table} by ${name.split('#')[1]}`),
  )
}

const calls = allCalls().map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint }))

test('a handler is found for every call but those of a parameter, which move no money', () => {
  const unbound = calls.filter(({ endpoint }) => endpoint.method !== 'GET' && !bindings.has(endpoint)).map(({ call }) => call)
  expect(unbound.filter((call) => !/^(imports|sellerImports|sellerQuotes|staffQuotes|webhooks|staffWebhooks)\./.test(call))).toEqual([])
  expect(writesOf(null, [...MOVED, ...DECIDED])).toEqual([])
})

test('a call that writes to the ledger, to refunds, payouts or what decides about them says in the contract how its user proves to be there', () => {
  const silent = calls.flatMap(({ call, endpoint }) => {
    const written = writesOf(endpoint, endpoint.method === 'GET' ? MOVED : [...MOVED, ...DECIDED])
    return written.length > 0 && endpoint.money === null && !HARMLESS[call] ? [`${call}: ${written.join(', ')}`] : []
  })
  expect(silent).toEqual([])
})

test('a call that says so does write there, and its handler asks for that proof', () => {
  for (const { call, endpoint } of calls.filter(({ endpoint }) => endpoint.money !== null)) {
    if (!UNSEEN[call]) expect(writesOf(endpoint, [...MOVED, ...DECIDED]), call).not.toEqual([])
    const proof = PROOFS[endpoint.money as keyof typeof PROOFS]
    if (proof) expect(reachedFrom(bindings.get(endpoint) ?? []).has(proof), call).toBe(true)
    expect(endpoint.stepUp, call).toBe(endpoint.money === 'always')
  }
})

test('nobody but buyers, Stripe and the VAT register moves money unasked', () => {
  const unasked = calls.filter(({ endpoint }) => endpoint.money === 'unasked').map(({ call }) => call)
  expect(unasked.sort()).toEqual([
    'cardPayments.check',
    'cardPayments.receiveEvent',
    'checkout.createPaymentIntent',
    'checkout.placeOrder',
    'milestoneCards.begin',
    'phoneOrders.place',
    'quotes.accept',
    'vatIds.check',
    'withdrawals.confirm',
  ])
})
