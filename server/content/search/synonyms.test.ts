import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SynonymBody } from '#contract/content/synonyms.ts'
import { DAY_MS } from '#domain/time.ts'
import { refreshDocuments } from '#server/catalog/products/search-documents.ts'
import { countZeroResult } from '#server/catalog/products/zero-result-searches.ts'
import { auditEntries, searchDocuments } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const body = (change: Partial<SynonymBody> = {}): SynonymBody => ({
  language: 'en',
  kind: 'finds',
  terms: ['widgetizer'],
  targets: ['cutter'],
  note: '',
  isActive: true,
  ...change,
})
const namesFor = async (q: string) => (await shop.visitor.search.find({ query: { q } })).products.map(({ name }) => name)

describe('synonyms of staff', () => {
  test('a saved synonym acts on the next search, switched off or deleted it does not any more', async () => {
    await shop.make.product({ name: 'Big cutter' })
    expect(await namesFor('widgetizer')).toEqual([])
    const added = await staff.synonyms.create({ body: body() })
    expect(added).toMatchObject({ terms: ['widgetizer'], targets: ['cutter'], origin: 'staff', version: 1 })
    expect(await namesFor('widgetizers')).toEqual(['Big cutter'])
    const off = await staff.synonyms.update({ params: { id: added.id }, body: body({ isActive: false, version: 1 }) })
    expect(await namesFor('widgetizer')).toEqual([])
    await staff.synonyms.update({ params: { id: added.id }, body: body({ version: off.version }) })
    expect(await namesFor('widgetizer')).toEqual(['Big cutter'])
    await staff.synonyms.remove({ params: { id: added.id } })
    expect(await namesFor('widgetizer')).toEqual([])
    const [entry] = await shop.deps.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'synonym.delete', actorId: staff.user.id, before: { terms: ['widgetizer'] } })
  })

  test('what the shop does not sell finds what serves instead, and says so', async () => {
    await shop.make.product({ name: 'Curled chips', category: 'chip' })
    await staff.synonyms.create({ body: body({ kind: 'instead', terms: ['foam thing'], targets: ['chips'] }) })
    const { products, understood } = await shop.visitor.search.find({ query: { q: 'foam thing' } })
    expect(products.map(({ name, tier }) => [name, tier])).toEqual([['Curled chips', 5]])
    expect(understood.instead).toEqual([{ term: 'foam thing' }])
  })

  test('an answer is a card above the results', async () => {
    const answer = { title: 'Open day', text: 'Visit us.', href: '/contact' }
    await staff.synonyms.create({ body: body({ kind: 'answer', terms: ['open day'], targets: [], answer }) })
    expect((await shop.visitor.search.find({ query: { q: 'open day' } })).understood.answers).toEqual([answer])
  })

  test('what is missing, too long or taken is refused at its field', async () => {
    const refused = async (change: Partial<SynonymBody>) => {
      const { status, errors } = await refusalOf(staff.synonyms.create({ body: body(change) }))
      return [status, errors?.[0]]
    }
    expect(await refused({ terms: [' '] })).toEqual([422, { field: 'terms', message: 'Enter at least one term.' }])
    expect(await refused({ targets: [] })).toEqual([422, { field: 'targets', message: 'Enter what these terms should find.' }])
    expect(await refused({ terms: ['x'.repeat(61)] })).toEqual([
      422,
      { field: 'terms.0', message: "A synonym can't be longer than 60 characters." },
    ])
    for (const href of ['contact', '//example.com', 'http://example.com', 'javascript:alert(1)', '/con tact', 'https://']) {
      const answer = { title: 'Open day', text: '', href }
      expect([href, await refused({ kind: 'answer', answer })]).toEqual([
        href,
        [422, { field: 'answer.href', message: 'Start the link with / for a page of the shop, or with https:// for another site.' }],
      ])
    }
    for (const href of ['/contact?topic=quote#form', 'https://example.com/a?b=c']) {
      const { id } = await staff.synonyms.create({ body: body({ kind: 'answer', answer: { title: 'Open day', text: '', href } }) })
      await staff.synonyms.remove({ params: { id } })
    }
    await staff.synonyms.create({ body: body({ terms: ['one', 'Widgetizer'] }) })
    expect(await refused({ terms: ['widgetizer'] })).toEqual([
      409,
      { field: 'terms', message: '“widgetizer” is already in another group.' },
    ])
    expect((await staff.synonyms.create({ body: body({ language: 'de' }) })).language).toBe('de')
  })

  test('of two who save at once the second one gets a conflict, and of two who add the same term one is refused', async () => {
    const added = await staff.synonyms.create({ body: body() })
    await staff.synonyms.update({ params: { id: added.id }, body: body({ note: 'first', version: 1 }) })
    expect(await refusalOf(staff.synonyms.update({ params: { id: added.id }, body: body({ note: 'second', version: 1 }) }))).toMatchObject({
      status: 409,
      code: 'edit_conflict',
    })
    const both = await Promise.allSettled(['a', 'b'].map((note) => staff.synonyms.create({ body: body({ terms: ['twice'], note }) })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('staff list and filter them; nobody else sees them', async () => {
    await staff.synonyms.create({ body: body({ terms: ['zzz first'] }) })
    const { items, total } = await staff.synonyms.list({ query: { kind: 'finds', language: 'en', search: 'zzz' } })
    expect([items.map(({ terms }) => terms), total]).toEqual([[['zzz first']], 1])
    expect((await staff.synonyms.list({ query: { limit: '1' } })).total).toBeGreaterThan(20)
    expect((await staff.synonyms.list({ query: { origin: 'staff' } })).items.map(({ terms }) => terms)).toEqual([['zzz first']])
    expect((await staff.synonyms.list({ query: { origin: 'shipped', search: 'zzz' } })).total).toBe(0)
    const firsts = (await staff.synonyms.list({ query: { limit: '100' } })).items.map(({ terms }) => (terms[0] ?? '').toLowerCase())
    expect(firsts).toEqual(firsts.toSorted())
    const seller = await shop.signIn('business_admin')
    for (const other of [seller, await shop.signIn('customer')]) {
      expect(await refusalOf(other.synonyms.list())).toMatchObject({ status: 403 })
      expect(await refusalOf(other.synonyms.create({ body: body() }))).toMatchObject({ status: 403 })
    }
  })
})

describe('zero-result searches', () => {
  test('of the last 90 days are listed with how often, by language, and dismissed', async () => {
    const at = new Date(shop.deps.now().getTime() - 89 * DAY_MS)
    await countZeroResult(shop.deps.db, { term: 'long ago', language: 'de' }, new Date(at.getTime() - 2 * DAY_MS))
    for (const term of ['unicorn', 'unicorn', 'gnome']) await countZeroResult(shop.deps.db, { term, language: 'de' }, at)
    const before = new Date(at.getTime() - 1)
    await countZeroResult(shop.deps.db, { term: 'unicorn', language: 'en' }, before)
    const { items, total } = await staff.synonyms.zeroResults({})
    expect(total).toBe(3)
    expect((await staff.synonyms.zeroResults({ query: { language: 'fr' } })).items).toEqual([])
    expect(items).toEqual([
      { term: 'unicorn', language: 'de', times: 2, firstAt: at.toISOString(), lastAt: at.toISOString() },
      { term: 'gnome', language: 'de', times: 1, firstAt: at.toISOString(), lastAt: at.toISOString() },
      { term: 'unicorn', language: 'en', times: 1, firstAt: before.toISOString(), lastAt: before.toISOString() },
    ])
    expect(await refusalOf(staff.synonyms.dismiss({ body: { term: 'unicorn', language: 'fr' } }))).toMatchObject({ status: 404 })
    await staff.synonyms.dismiss({ body: { term: 'unicorn', language: 'de' } })
    expect((await staff.synonyms.zeroResults({})).items.map(({ term, language }) => [term, language])).toEqual([
      ['gnome', 'de'],
      ['unicorn', 'en'],
    ])
    expect(await refusalOf(staff.synonyms.dismiss({ body: { term: 'unicorn', language: 'de' } }))).toMatchObject({ status: 404 })
  })
})

describe('a zero-result search that staff have dealt with', () => {
  // Its own word: a search of another test is counted two seconds after it.
  const miss = () => countZeroResult(shop.deps.db, { term: 'gadgetizer', language: 'en' }, shop.deps.now())
  const listed = async () => (await staff.synonyms.zeroResults({})).items.map(({ term, times }) => [term, times])

  test('leaves the list when a synonym is saved that has it as a term', async () => {
    await miss()
    const { id } = await staff.synonyms.create({ body: body({ terms: ['Gadget-Izer', 'Gadgetizer'], isActive: false }) })
    expect(await listed()).toEqual([['gadgetizer', 1]])
    await countZeroResult(shop.deps.db, { term: 'gadgetizer', language: 'de' }, shop.deps.now())
    await staff.synonyms.update({ params: { id }, body: body({ terms: ['Gadget-Izer', 'Gadgetizer'] }) })
    const { items } = await staff.synonyms.zeroResults({})
    // an English synonym leaves German searches alone
    expect(items.map(({ term, language }) => [term, language])).toEqual([['gadgetizer', 'de']])
  })

  test('comes back with a new count when it is missed again', async () => {
    for (let time = 0; time < 3; time += 1) await miss()
    await staff.synonyms.dismiss({ body: { term: 'gadgetizer', language: 'en' } })
    expect(await listed()).toEqual([])
    await miss()
    expect(await listed()).toEqual([['gadgetizer', 1]])
    await miss()
    expect(await listed()).toEqual([['gadgetizer', 2]])
  })
})

describe('try a search, and write all words anew', () => {
  test('says how it was read, and why each product is found', async () => {
    await shop.make.product({ name: 'Big cutter' })
    await staff.synonyms.create({ body: body() })
    const tried = await staff.synonyms.tryOut({ body: { q: 'widgetizer under $500' } })
    expect(tried.terms).toEqual([{ typed: 'widgetizer', finds: expect.arrayContaining(['cutter']) }])
    expect(tried.understood.filters.map(({ label, display }) => `${label}: ${display}`)).toEqual(['Price: under $500'])
    expect(tried.hits).toMatchObject([{ name: 'Big cutter', tier: 1, reason: 'All words in its name, or its category' }])
  })

  test('says which of its codes a hit has, and what was left out, corrected or serves instead', async () => {
    await shop.make.product({ name: 'Big cutter', slug: 'bigcut-1000' })
    await shop.make.product({ name: 'Curled chips', category: 'chip' })
    await staff.synonyms.create({ body: body({ kind: 'instead', terms: ['foam thing'], targets: ['chips'] }) })
    const reasonsOf = async (q: string) => (await staff.synonyms.tryOut({ body: { q } })).hits.map(({ reason }) => reason)
    expect(await reasonsOf('BigCut-1000')).toEqual(['Its SKU, MPN, GTIN or address'])
    expect(await reasonsOf('BigCut-10')).toEqual(['Its SKU, MPN, GTIN or address begins like this'])
    expect(await reasonsOf('ctuter')).toEqual(['All words, once corrected'])
    expect(await reasonsOf('foam thing')).toEqual(["It replaces what the shop doesn't sell"])
    expect(await reasonsOf('cutter curled')).toEqual(expect.arrayContaining([expect.stringMatching(/^All words except “/)]))
    expect((await staff.synonyms.tryOut({ body: { q: 'Big-Cutter' } })).terms.map(({ typed }) => typed)).not.toContain('big cutter')
    expect((await staff.synonyms.tryOut({ body: { q: 'BIG' } })).terms).toMatchObject([{ typed: 'BIG' }])
  })

  test('only a super admin has the words written anew', async () => {
    await shop.make.product({ name: 'Big cutter' })
    expect(await refusalOf(staff.synonyms.reindex())).toMatchObject({ status: 403 })
    const boss = await shop.signIn('super_admin')
    await boss.synonyms.reindex()
    const stale = () => shop.deps.db.$count(searchDocuments, eq(searchDocuments.isStale, true))
    expect(await stale()).toBe(1)
    expect(await shop.deps.db.$count(searchDocuments, sql`${searchDocuments.words} <> ''`)).toBe(0) // no index takes old words up again
    expect(await namesFor('cutter')).toEqual(['Big cutter'])
    await refreshDocuments(shop.deps, new AbortController().signal)
    expect(await stale()).toBe(0)
  })
})
