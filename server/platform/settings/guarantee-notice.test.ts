import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let boss: SignedInUser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-notice-'))
  shop = await openTestShop({ DATA_DIR: folder })
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const SVG =
  '<?xml version="1.0"?>\n<!-- official -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>2 years</text></svg>\n'
const formOf = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.set('notice', new File([content], name))
  return form
}
const save = (content: string | Uint8Array<ArrayBuffer>, name = 'notice.svg', by = boss) =>
  by.settings.saveNotice({ form: formOf(content, name) })
const noticeOf = async () => (await shop.visitor.shop.facts()).guaranteeNotice

test('L6 the official notice is shown byte for byte, where no script of it runs, until it is replaced or removed', async () => {
  expect(await noticeOf()).toBeNull()
  const { guaranteeNotice: url } = await save(SVG)
  expect(await noticeOf()).toBe(url)
  const svg = await shop.app.inject({ url: url ?? '' })
  expect(svg.body).toBe(SVG)
  expect(svg.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(svg.headers['content-security-policy']).toContain('sandbox')
  const png = Uint8Array.from(
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#036' } })
      .png()
      .toBuffer(),
  )
  const replaced = await save(png, 'notice.png')
  const shown = await shop.app.inject({ url: replaced.guaranteeNotice ?? '' })
  expect([shown.headers['content-type'], Buffer.compare(shown.rawPayload, Buffer.from(png))]).toEqual(['image/png', 0])
  expect((await boss.settings.removeNotice()).guaranteeNotice).toBeNull()
  expect(await noticeOf()).toBeNull()
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, 'guarantee')).orderBy(auditEntries.id)
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['settings.change', { notice: url }],
    ['settings.change', { notice: replaced.guaranteeNotice }],
    ['settings.change', { notice: null }],
  ])
})

test('L6 another file than an SVG or PNG is refused, and only super admins upload it', async () => {
  const jpeg = Uint8Array.from(
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#036' } })
      .jpeg()
      .toBuffer(),
  )
  for (const content of [jpeg, '<html><svg></svg></html>', ''])
    expect(await refusalOf(save(content))).toMatchObject({ status: 422, code: 'notice_unreadable' })
  for (const role of ['application_admin', 'customer'] as const) {
    const other = await shop.signIn(role)
    expect(await refusalOf(save(SVG, 'notice.svg', other))).toMatchObject({ status: 403 })
    expect(await refusalOf(other.settings.removeNotice())).toMatchObject({ status: 403 })
  }
  expect(await noticeOf()).toBeNull()
})
