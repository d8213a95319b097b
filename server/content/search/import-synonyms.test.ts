import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SynonymBody } from '#contract/content/synonyms.ts'
import { isApiError } from '#contract/errors.ts'
import { auditEntries, searchSynonyms } from '#server/platform/db/schema.ts'
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

const HEAD = 'language,kind,terms,targets'
const formOf = (text: string | Uint8Array<ArrayBuffer>, name = 'synonyms.csv') => {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  return form
}
const send = (lines: readonly string[], by = staff) => by.synonyms.importFile({ form: formOf(lines.join('\r\n')) })
/** The sentence of a refused file, and its rows. */
const refusedBy = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!isApiError(error)) throw error ?? new Error('It was imported')
  return { status: error.status, detail: error.detail, rows: error.problem.rows, errors: error.problem.errors }
}
const stored = () => shop.deps.db.select().from(searchSynonyms).orderBy(asc(searchSynonyms.id))
const exported = async (format: 'csv' | 'xlsx') => {
  const { rawPayload } = await shop.app.inject({
    url: `/api/admin/search/synonyms/export?format=${format}`,
    headers: { authorization: `Bearer ${staff.token}` },
  })
  return new Uint8Array(rawPayload)
}
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

describe('import of synonyms', () => {
  test('adds groups, changes those with the same language, kind and first term, and the next search knows them', async () => {
    await shop.make.product({ name: 'Big cutter' })
    const { id } = await staff.synonyms.create({ body: body({ terms: ['widgetizer', 'old word'], targets: ['nothing'], note: 'kept' }) })
    const answer = 'Open day; Visit us\\; bring a friend.; /contact'
    const done = await send([HEAD, 'en,FINDS,Widgetizer; slicer,cutter', 'de,same,mühle; mahlwerk,', `en,answer,open day,"${answer}"`])
    expect(done).toEqual({ added: 2, updated: 1, unchanged: 0 })
    expect(await namesFor('slicer')).toEqual(['Big cutter'])
    expect(await namesFor('old word')).toEqual([])
    const [changed] = await shop.deps.db.select().from(searchSynonyms).where(eq(searchSynonyms.id, id))
    expect(changed).toMatchObject({ terms: ['Widgetizer', 'slicer'], targets: ['cutter'], note: 'kept', version: 2 })
    expect((await shop.visitor.search.find({ query: { q: 'open day' } })).understood.answers).toEqual([
      { title: 'Open day', text: 'Visit us; bring a friend.', href: '/contact' },
    ])
  })

  test.each(['csv', 'xlsx'] as const)(
    'an export as .%s is imported unchanged, also with semicolons and groups that are off',
    async (format) => {
      await staff.synonyms.create({ body: body({ terms: ['a;b', '-c', '=d'], note: 'Mind; the gap', isActive: false }) })
      const before = await stored()
      const form = formOf(await exported(format), `synonyms.${format}`)
      expect(await staff.synonyms.importFile({ form })).toEqual({ added: 0, updated: 0, unchanged: before.length })
      expect(await stored()).toEqual(before)
      await shop.deps.db.delete(searchSynonyms)
      expect(await staff.synonyms.importFile({ form: formOf(await exported(format), `x.${format}`) }).catch(() => 'empty')).toBe('empty')
      expect(await staff.synonyms.importFile({ form })).toEqual({ added: before.length, updated: 0, unchanged: 0 })
      const facts = (rows: typeof before) =>
        rows
          .map(({ language, kind, terms, targets, answer, note, isActive }) => ({ language, kind, terms, targets, answer, note, isActive }))
          .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      expect(facts(await stored())).toEqual(facts(before))
    },
  )

  test('every bad row is named with its line, and nothing at all is changed', async () => {
    await staff.synonyms.create({ body: body() })
    const before = await stored()
    const long = 'x'.repeat(61)
    const problem = await refusedBy(
      send([
        HEAD,
        'en,finds,fine word,cutter',
        'it,finds,parola,cutter',
        'en,means,word,cutter',
        'en,finds,,cutter',
        'en,finds,term,',
        `en,finds,${long},cutter`,
        '',
        'en,finds,other; widgetizer,cutter',
        'en,finds,Fine Word,knife',
        'en,same,single,',
        'en,answer,card,Title only',
        `en,finds,${Array.from({ length: 13 }, (_, at) => `t${at}`).join(';')},cutter`,
        'en,finds,another; fine word,cutter',
      ]),
    )
    expect(problem).toMatchObject({ status: 422, detail: "11 rows of this file can't be imported. Nothing was changed." })
    expect(problem.rows).toEqual([
      { line: 3, message: '“it” is not a search language. Use en, de or fr.' },
      { line: 4, message: '“means” is not a kind of synonym. Use same, finds, instead or answer.' },
      { line: 5, message: 'Enter at least one term.' },
      { line: 6, message: 'Enter what these terms should find.' },
      { line: 7, message: "A synonym can't be longer than 60 characters." },
      { line: 9, message: '“widgetizer” is already in another group.' },
      { line: 10, message: '“Fine Word” is already in another group.' },
      { line: 11, message: 'Enter what these terms should find.' },
      { line: 12, message: 'Enter what these terms should find.' },
      { line: 13, message: "A synonym can't have more than 12 terms or targets." },
      { line: 14, message: '“fine word” is already in another group.' },
    ])
    expect(await stored()).toEqual(before)
  })

  test('a term may move from one group of the file to another', async () => {
    await staff.synonyms.create({ body: body({ terms: ['first', 'moving'] }) })
    await staff.synonyms.create({ body: body({ terms: ['second'] }) })
    expect(await send([HEAD, 'en,finds,second; moving,cutter', 'en,finds,first,cutter'])).toEqual({ added: 0, updated: 2, unchanged: 0 })
    expect((await refusedBy(send([HEAD, 'en,finds,first; moving,cutter']))).rows).toEqual([
      { line: 2, message: '“moving” is already in another group.' },
    ])
  })

  test('a group that somebody changed after the export is refused by its version; without one the file counts', async () => {
    const { id } = await staff.synonyms.create({ body: body() })
    await staff.synonyms.update({ params: { id }, body: body({ note: 'newer', version: 1 }) })
    const line = 'en,finds,widgetizer,knife'
    expect((await refusedBy(send([`${HEAD},version`, `${line},1`]))).rows).toEqual([
      { line: 2, message: 'Someone has changed this group since it was exported. Export the synonyms again.' },
    ])
    expect(await send([`${HEAD},version`, `${line},2`])).toMatchObject({ updated: 1 })
    // who has the group open now gets the conflict
    expect(await refusalOf(staff.synonyms.update({ params: { id }, body: body({ version: 2 }) }))).toMatchObject({ code: 'edit_conflict' })
    expect(await send([HEAD, 'en,finds,widgetizer,saw'])).toMatchObject({ updated: 1 })
  })

  test('is written down with the file, and each group with what it was before', async () => {
    const { id } = await staff.synonyms.create({ body: body() })
    await send([HEAD, 'en,finds,widgetizer,knife', 'en,finds,newcomer,knife'])
    const entries = await shop.deps.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(3)
    expect(entries.map(({ action }) => action).sort()).toEqual(['synonym.create', 'synonym.edit', 'synonym.import'])
    expect(entries.find(({ action }) => action === 'synonym.import')).toMatchObject({
      actorId: staff.user.id,
      targetId: 'synonyms.csv',
      after: { added: 1, updated: 1, unchanged: 0 },
    })
    expect(entries.find(({ action }) => action === 'synonym.edit')).toMatchObject({
      targetId: id,
      before: { targets: ['cutter'] },
      after: { targets: ['knife'] },
    })
  })

  test('files without the columns, without groups, with too many or none at all are refused with a sentence', async () => {
    const sentence = async (work: Promise<unknown>) => {
      const { status, detail } = await refusedBy(work)
      return [status, detail]
    }
    expect(await sentence(send(['language,terms', 'en,x']))).toEqual([
      422,
      'The first line must name the columns language, kind, terms and targets.',
    ])
    expect(await sentence(send([HEAD, ',,,']))).toEqual([422, 'This file has no synonyms.'])
    const many = Array.from({ length: 1001 }, (_, at) => `en,finds,t${at},cutter`)
    expect(await sentence(send([HEAD, ...many]))).toEqual([422, 'A file can have up to 1,000 synonyms. Split it and try again.'])
    expect(await sentence(staff.synonyms.importFile({ form: new FormData() }))).toEqual([422, 'Please choose a file.'])
    expect((await sentence(staff.synonyms.importFile({ form: formOf(new Uint8Array([0, 1, 2])) })))[1]).toContain(
      "This file can't be read:",
    )
    const [status] = await sentence(staff.synonyms.importFile({ form: formOf('x'.repeat(1024 * 1024 + 1)) }))
    expect(status).toBe(413)
  })

  test('only staff import', async () => {
    for (const role of ['business_admin', 'customer'] as const)
      expect(await refusalOf(send([HEAD, 'en,finds,x,y'], await shop.signIn(role)))).toMatchObject({ status: 403 })
  })

  test('of an import and an edit that add the same term at once, one is refused', async () => {
    const work = await Promise.allSettled([
      send([HEAD, 'en,finds,from the file; twice,cutter']),
      staff.synonyms.create({ body: body({ terms: ['from the form', 'twice'] }) }),
    ])
    expect(work.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
