import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RegistrationForm } from '#contract/sellers/registers.ts'
import { DAY_MS } from '#domain/time.ts'
import { auditEntries, notifications, outbox, producerRegistrations } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { remindRegisters } from './remind-registers.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
let businessId: string
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  const business = await shop.make.business({ name: 'Kartonhof' })
  businessId = business.id
  await shop.deps.db.delete(producerRegistrations).where(eq(producerRegistrations.businessId, businessId))
  seller = await shop.signIn('business_admin', { businessId, name: 'Sara Seller' })
  staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
})

const LUCID: RegistrationForm = {
  country: 'DE',
  stream: 'packaging',
  number: 'de1234567890123',
  scheme: 'Dual',
  validFrom: '2026-01-01',
  validTo: null,
  confirms: true,
}
const today = () => shop.deps.now().toISOString().slice(0, 10)
const dayFrom = (days: number) => new Date(shop.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const save = (...registrations: Partial<RegistrationForm>[]) =>
  seller.registers.saveOfBusiness({ body: { registrations: registrations.map((one) => ({ ...LUCID, ...one })) } })
const confirm = (id: string, more: object = {}) =>
  staff.registers.check({ params: { id }, body: { confirmed: true, how: 'LUCID, public list', day: today(), ...more } })
const own = () => seller.registers.ofBusiness()

describe('numbers of a seller', () => {
  test('are stored in one form, with who stated that all is covered, and wait for a check', async () => {
    await shop.make.product({ businessId, category: 'mat' })
    expect((await own()).needed.filter(({ mode }) => mode === 'require')).toMatchObject([
      {
        country: 'DE',
        stream: 'packaging',
        state: 'missing',
        text: expect.stringMatching(/^Not available in Germany\. Add your LUCID number .+ You get it from LUCID, https:/),
      },
      { country: 'FR', stream: 'packaging', state: 'missing' },
    ])
    const saved = await save({})
    expect(saved.registrations).toMatchObject([
      { number: 'DE1234567890123', state: 'unconfirmed', certified: { by: 'Sara Seller' }, check: null, validTo: null },
    ])
    const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'business.registers'))
    expect(entry).toMatchObject({ targetId: businessId, after: { 'DE packaging': 'DE1234567890123, Dual, 2026-01-01 to' } })
  })

  test('are confirmed by staff with how they looked; a change of the number takes that back, another end does not', async () => {
    const { registrations } = await save({})
    const id = registrations[0]?.id ?? ''
    expect(await confirm(id)).toMatchObject({ state: 'valid', registration: { check: { by: 'Stella Staff', how: 'LUCID, public list' } } })
    expect((await save({ validTo: dayFrom(100) })).registrations).toMatchObject([{ id, state: 'valid' }])
    expect((await save({ validTo: dayFrom(200) })).registrations).toMatchObject([{ id, state: 'valid' }])
    await confirm(id)
    expect((await save({ number: 'DE9999999999999' })).registrations).toMatchObject([{ id, state: 'unconfirmed' }])
    expect(await save()).toMatchObject({ registrations: [] })
  })

  test('that are renewed in time stay confirmed until the last day that staff saw, and wait for them from then on', async () => {
    const id = (await save({ validTo: dayFrom(20) })).registrations[0]?.id ?? ''
    await confirm(id)
    const states = async () => {
      const [listed] = (await staff.registers.list({ query: { search: 'DE1234567890123' } })).items
      return [(await own()).registrations[0]?.state, listed?.state]
    }
    expect(await states()).toEqual(['ending', 'ending'])
    await save({ validTo: dayFrom(400) })
    expect(await states()).toEqual(['renewed', 'renewed'])
    shop.advance(21 * DAY_MS)
    expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
    await confirm(id)
    expect(await states()).toEqual(['valid', 'valid'])
  })

  test('are withdrawn by staff with a reason, of which the seller is notified', async () => {
    const id = (await save({})).registrations[0]?.id ?? ''
    await confirm(id)
    await confirm(id, { confirmed: false, how: 'Not in the register any more' })
    expect((await own()).registrations).toMatchObject([
      { state: 'unconfirmed', check: { confirmed: false, how: 'Not in the register any more' } },
    ])
    const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'register-withdrawn'))
    expect(notified).toMatchObject([{ text: 'Your number for packaging in Germany: Not in the register any more' }])
    const actions = (await shop.deps.db.select().from(auditEntries)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['business.register_confirm', 'business.register_withdraw']))
  })

  test.each([
    ['a wrong shape', [{ number: 'DE12' }], 'registrations.0.number', 'A LUCID number of Germany looks like DE1234567890123'],
    ['no number', [{ number: '' }], 'registrations.0.number', 'Please enter the number'],
    ['a country without a rule', [{ country: 'US' }], 'registrations.0.country', 'There is no register for packaging in the United States'],
    [
      'a stream without a rule',
      [{ country: 'PL', stream: 'electrical' }],
      'registrations.0.country',
      'There is no register for electrical equipment in Poland',
    ],
    ['an unknown country', [{ country: 'ZZ' }], 'registrations.0.country', 'Please choose a country.'],
    ['a double', [{}, {}], 'registrations.1.country', 'There is already a number for packaging in Germany'],
    ['an end before its beginning', [{ validTo: '2025-12-31' }], 'registrations.0.validTo', 'Must not be before the first day'],
    ['no confirmation', [{ confirms: false }], 'registrations.0.confirms', 'Please confirm that all of your products there are covered'],
    ['a day that no month has', [{ validTo: '2026-02-31' }], 'registrations.0.validTo', 'Please enter a date like 2026-03-04'],
    ['a day before all registers', [{ validFrom: '0000-01-01' }], 'registrations.0.validFrom', 'Please enter a date like 2026-03-04'],
    ['no date', [{ validFrom: 'soon' }], 'registrations.0.validFrom', 'Please enter a date like 2026-03-04'],
  ])('refuse %s at its field', async (_what, forms, field, message) => {
    const problem = await refusalOf(save(...(forms as Partial<RegistrationForm>[]))) // some are wrong, as their names say
    expect(problem.errors).toContainEqual({ field, message })
    expect((await own()).registrations).toEqual([])
  })

  test('refuse a form that somebody else has changed meanwhile, and a check of a number that has changed', async () => {
    const { version, registrations } = await save({})
    const id = registrations[0]?.id ?? ''
    await save({ number: 'DE9999999999999' })
    const stale = seller.registers.saveOfBusiness({ body: { registrations: [], version } })
    expect(await refusalOf(stale)).toMatchObject({
      status: 409,
      code: 'edit_conflict',
      current: { registrations: [{ number: 'DE9999999999999' }] },
    })
    expect(await refusalOf(confirm(id, { version: 1 }))).toMatchObject({ status: 409, code: 'edit_conflict' })
  })

  test('a check needs how and a day that is not in the future', async () => {
    const id = (await save({})).registrations[0]?.id ?? ''
    expect((await refusalOf(confirm(id, { how: ' ' }))).errors).toMatchObject([{ field: 'how' }])
    expect((await refusalOf(confirm(id, { day: '2026-02-31' }))).errors).toMatchObject([{ field: 'day' }])
    expect((await refusalOf(confirm(id, { day: dayFrom(2) }))).errors).toMatchObject([
      { field: 'day', message: 'Must not be in the future' },
    ])
  })

  test('of other sellers stay theirs', async () => {
    const id = (await save({})).registrations[0]?.id ?? ''
    const other = await shop.signIn('business_admin')
    expect((await other.registers.ofBusiness()).registrations.map(({ country }) => country)).toEqual(['DE', 'DE', 'FR', 'FR'])
    await other.registers.saveOfBusiness({ body: { registrations: [] } })
    expect((await own()).registrations).toMatchObject([{ id }])
    const check = other.registers.check({ params: { id }, body: { confirmed: true, how: 'x', day: today() } })
    expect(await refusalOf(check)).toMatchObject({ status: 403 })
  })
})

describe('the list of staff', () => {
  test('has missing, unconfirmed and ending numbers first, each once, as the rules decide', async () => {
    await shop.make.product({ businessId, category: 'mat' })
    await save({}, { country: 'FR', number: 'FR123456_01ABCD', validTo: dayFrom(20) })
    const all = await staff.registers.list({ query: { search: 'kartonhof', limit: '100' } })
    const [first] = all.items
    expect(first).toMatchObject({ country: 'DE', stream: 'packaging', state: 'unconfirmed', mode: 'require' })
    expect(all.items.filter(({ country, stream }) => stream === 'electrical' || country === 'US')).toEqual([])
    const french = all.items.find(({ country }) => country === 'FR')
    await confirm(french?.id ?? '')
    const { items, total } = await staff.registers.list({ query: { state: 'ending' } })
    expect([total, items[0]?.country]).toEqual([1, 'FR'])
    await shop.make.product({ businessId, category: 'chip-maker' })
    const missing = await staff.registers.list({ query: { state: 'missing', mode: 'require', search: 'kartonhof' } })
    expect(missing.items.map(({ country, stream }) => `${country} ${stream}`)).toEqual(['DE electrical', 'FR electrical'])
    const headers = { authorization: `Bearer ${staff.token}` }
    const { body } = await shop.app.inject({ url: '/api/admin/registrations/export?search=kartonhof', headers })
    expect(body).toContain('Kartonhof,Not confirmed,Germany,Packaging,DE1234567890123')
  })
})

describe('the settings', () => {
  test('have a mode for each rule, are changed by super admins who confirm who they are, and refuse a country without a rule', async () => {
    const admin = await shop.signIn('super_admin')
    const { registers } = await admin.settings.read()
    expect(registers.modes).toHaveLength(29)
    const modes = [{ country: 'PL', stream: 'packaging', mode: 'require' } as const]
    const saved = await admin.settings.update({ body: { registers: { modes } } })
    expect(saved.registers.modes.find(({ country }) => country === 'PL')).toMatchObject({ mode: 'require' })
    expect(saved.registers.modes.find(({ country }) => country === 'DE')).toMatchObject({ mode: 'require' })
    const german = { country: 'DE', stream: 'packaging', mode: 'ask' } as const
    await admin.settings.update({ body: { registers: { modes: [german] } } })
    const again = await admin.settings.update({ body: { registers: { modes } } })
    expect(again.registers.modes, 'a rule that is not sent').toContainEqual(german)
    const wrong = admin.settings.update({ body: { registers: { modes: [{ country: 'US', stream: 'packaging', mode: 'ask' }] } } })
    expect((await refusalOf(wrong)).errors).toEqual([
      { field: 'registers.modes.0.country', message: 'There is no rule for packaging in the United States' },
    ])
    expect(await refusalOf(staff.settings.update({ body: { registers: { modes } } }))).toMatchObject({ status: 403 })
  })
})

describe('the reminder', () => {
  test('is one email to the seller, 30 days before a confirmed number ends; a new last day has its own', async () => {
    const mails = async () => {
      await remindRegisters(shop.deps)
      const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
      const sent = rows.map(({ payload }) => payload as { template: string; facts: object }) // written by queueMail
      return sent.filter(({ template }) => template === 'register-ends').map(({ facts }) => facts)
    }
    const id = (await save({ validTo: dayFrom(31) })).registrations[0]?.id ?? ''
    await confirm(id)
    expect(await mails()).toEqual([])
    shop.advance(2 * DAY_MS)
    expect(await mails()).toMatchObject([{ name: 'Kartonhof', register: 'packaging register of Germany', number: 'DE1234567890123' }])
    expect(await mails()).toHaveLength(1)
    await confirm((await save({ validTo: dayFrom(28) })).registrations[0]?.id ?? '')
    expect(await mails()).toHaveLength(2)
    shop.advance(-2 * DAY_MS)
  })
})

describe('files', () => {
  const TITLES = 'country,register,number,system,firstDay,lastDay'
  const importOf = (...lines: string[]) =>
    seller.registers.importOfBusiness({ body: { csv: [TITLES, ...lines].join('\n'), confirms: true } })

  test('an import adds numbers, changes that of the same register, and leaves the others; an export is read again', async () => {
    await save({}, { country: 'PL', number: 'BDO 1' })
    const { registrations } = await importOf(
      'Germany,packaging,DE9999999999999,,2026-01-01,2030-12-31',
      'FR,electrical,fr123456_05abcd,Eco,2026-01-01,',
    )
    expect(registrations.map(({ country, number }) => [country, number])).toEqual([
      ['DE', 'DE9999999999999'],
      ['FR', 'FR123456_05ABCD'],
      ['PL', 'BDO 1'],
    ])
    const headers = { authorization: `Bearer ${seller.token}` }
    const { body: csv } = await shop.app.inject({ url: '/api/business/registrations/export', headers })
    const again = await seller.registers.importOfBusiness({ body: { csv, confirms: true } })
    expect(again.registrations).toEqual(registrations)
  })

  test('a wrong line is named, and nothing is imported', async () => {
    const wrong = importOf(
      'DE,packaging,DE1,,2026-01-01,',
      'US,packaging,1,,2026-01-01,',
      'DE,paper,1,,soon,',
      'DE,packaging,DE1234567890123,,2026-01-01,',
      'Atlantis,packaging,1,,2026-02-31,',
      `IE,packaging,${'1'.repeat(61)},,2026-01-01,`,
    )
    expect(((await refusalOf(wrong)).errors ?? []).map(({ message }) => message)).toEqual([
      'Line 2: A LUCID number of Germany looks like DE1234567890123.',
      'Line 3: There is no register for packaging in the United States.',
      'Line 4: The register is packaging or electrical.',
      'Line 4: firstDay is a date like 2026-03-04.',
      'Line 5: There is already a number for packaging in Germany.',
      'Line 6: The country is not known.',
      'Line 6: firstDay is a date like 2026-03-04.',
      expect.stringMatching(/^Line 7: number: .*60/),
    ])
    expect((await own()).registrations).toEqual([])
    expect((await refusalOf(seller.registers.importOfBusiness({ body: { csv: 'a,b', confirms: true } }))).errors).toMatchObject([
      { field: 'csv' },
    ])
    const unconfirmed = seller.registers.importOfBusiness({ body: { csv: TITLES, confirms: false } })
    expect((await refusalOf(unconfirmed)).errors).toMatchObject([{ field: 'confirms' }])
  })

  test('the report has the offers of each seller by country, with its number, and no row without a product', async () => {
    await shop.make.product({ businessId, category: 'mat' })
    await save({}, { country: 'FR', stream: 'electrical', number: 'FR123456_05ABCD' })
    const headers = { authorization: `Bearer ${staff.token}` }
    const { body } = await shop.app.inject({ url: '/api/admin/registrations/offers/export', headers })
    expect(body).toContain('Kartonhof,Germany,Packaging,DE1234567890123,Not confirmed,Require,1,No')
    expect(body).not.toContain('FR123456_05ABCD')
  })

  test('the public page and the details at the checkout have the confirmed numbers that the law wants named, each for its country', async () => {
    const { registrations } = await save(
      {},
      { country: 'DE', stream: 'electrical', number: 'DE 12345678' },
      { country: 'FR', number: 'FR123456_01ABCD' },
      { country: 'FR', stream: 'electrical', number: 'FR123456_05ABCD' },
      { country: 'PL', number: 'BDO 1' },
    )
    const isOpen = ({ country, stream }: RegistrationForm) => country === 'FR' && stream === 'electrical'
    for (const one of registrations) if (!isOpen({ ...one, confirms: true })) await confirm(one.id)
    const { slug, producerNumbers } = await shop.visitor.businesses.byId({ params: { id: businessId } })
    expect(producerNumbers).toEqual([
      { country: 'DE', stream: 'electrical', number: 'WEEE-Reg.-Nr. DE 12345678' },
      { country: 'FR', stream: 'packaging', number: 'FR123456_01ABCD' },
    ])
    expect((await shop.visitor.businesses.bySlug({ params: { slug } })).producerNumbers).toEqual(producerNumbers)
  })
})
