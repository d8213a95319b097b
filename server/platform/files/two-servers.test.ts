import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Api, callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { workKinds } from '#server/jobs.ts'
import { readArchive } from '#server/platform/backup/read-archive.ts'
import { writeArchive } from '#server/platform/backup/write-archive.ts'
import { readConfig } from '#server/platform/config.ts'
import { mediaFiles } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { createQueue, type Queue } from '#server/platform/vendors/queue.ts'
import { withClient } from '#server/testing/archives.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { type FileStore, openFileStore } from '#server/testing/file-store.ts'
import { formOf, importerOf } from '#server/testing/import-shop.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { listEverything, readWhole } from './files.ts'
import { openFiles } from './open-files.ts'
import { noteServer, watchServers } from './watch-servers.ts'

/* Two servers on one database and one S3 store, each with a data folder of its own. Server A is the test shop, B is beside it. */

const given = inject('database')
const folder = mkdtempSync(join(tmpdir(), 'reflute-servers-'))
let store: FileStore
let shop: TestShop
let depsB: Deps
let appB: FastifyInstance
let queue: Queue
let seller: SignedInUser

beforeAll(async () => {
  store = await openFileStore()
  shop = await openTestShop({ ...store.settings, DATA_DIR: join(folder, 'a') }, { catalogFile: null })
  const config = { ...readConfig({ ...store.settings, RATE_LIMIT: 'off', DEMO: '0', DATA_DIR: join(folder, 'b') }), catalogFile: null }
  queue = createQueue(shop.database)
  depsB = { ...shop.deps, config, files: openFiles(config), queue }
  appB = await buildApp(depsB)
  await queue.start(workKinds(depsB), () => {})
  seller = await shop.signIn('business_admin')
})
afterAll(async () => {
  await queue.stop(2000)
  await appB.close()
  await shop.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const onB = ({ token }: { token: string }): Api<Contract> => createApi<Contract>(callLines(contract), sendInProcess(appB, { token }))
const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#c99b5f' } })
    .png()
    .toBuffer()
async function formOfPicture(): Promise<FormData> {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(await picture())]), 'photo.png')
  return form
}
const upload = async (user: Pick<SignedInUser, 'uploads'>) => (await user.uploads.images({ form: await formOfPicture() }))[0]

test('a picture that A took is served and used by B at once, in parts too, with the headers of every picture', async () => {
  const kept = await upload(seller)
  const url = kept?.url ?? ''
  const [here, there] = await Promise.all([shop.app.inject({ url }), appB.inject({ url })])
  expect([here.statusCode, there.statusCode, there.rawPayload.equals(here.rawPayload)]).toEqual([200, 200, true])
  const etag = `"${url.slice(url.lastIndexOf('/') + 1)}"`
  expect(there.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
  })
  const ask = async (headers: Record<string, string>) => {
    const { statusCode, rawPayload, headers: said } = await appB.inject({ url, headers })
    return [statusCode, rawPayload.length, said['content-range'] ?? null]
  }
  const all = there.rawPayload.length
  expect(await ask({ 'if-none-match': etag })).toEqual([304, 0, null])
  expect(await ask({ range: 'bytes=0-9' })).toEqual([206, 10, `bytes 0-9/${all}`])
  expect(await ask({ range: 'bytes=-5' })).toEqual([206, 5, `bytes ${all - 5}-${all - 1}/${all}`])
  expect(await ask({ range: `bytes=${all - 3}-${all + 99}` })).toEqual([206, 3, `bytes ${all - 3}-${all - 1}/${all}`])
  expect(await ask({ range: `bytes=${all}-` })).toEqual([416, 0, `bytes */${all}`])
  for (const range of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) expect((await ask({ range }))[0], range).toBe(200)
  expect(await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).toEqual([200, all, null])

  const body = { name: 'Pictured', description: 'x', category: 'mat', type: 'material' as const, priceUSD: 5, priceEUR: 5, images: [url] }
  expect((await onB(seller).productEdits.create({ body })).images).toEqual([url])
  expect(readdirSync(folder)).toEqual([]) // neither server has written to its disk
})

test('a picture that B deletes is gone there at once', async () => {
  const kept = await upload(seller)
  expect((await appB.inject({ url: kept?.url ?? '' })).statusCode).toBe(200)
  await onB(seller).uploads.remove({ params: { id: kept?.id ?? '' } })
  expect((await appB.inject({ url: kept?.url ?? '' })).statusCode).toBe(404)
})

test('a return photo that A took is read on B, by its customer alone', async () => {
  const buyer = await shop.signIn('customer')
  const [photo] = await buyer.returns.photos({ form: await formOfPicture() })
  const headers = { authorization: `Bearer ${buyer.token}` }
  const answer = await appB.inject({ url: photo?.url ?? '', headers })
  expect([answer.statusCode, (await sharp(answer.rawPayload).metadata()).width]).toEqual([200, 640])
  expect((await appB.inject({ url: photo?.url ?? '' })).statusCode).toBe(401)
})

test('a sheet that was uploaded to A is checked, started and imported by B', async () => {
  const staff = await shop.signIn('application_admin')
  const { name } = await shop.make.business({ name: 'Kartonwerk' })
  const sheet = `slug,name,type,category,business,priceUSD,priceEUR,stock\nnew-belt,New belt,material,mat,${name},5,5,7\n`
  const draft = await staff.imports.upload({ form: formOf(sheet) })
  const b = importerOf(onB(staff).imports)
  await b.check(draft)
  expect(await b.run(draft)).toMatchObject({ status: 'done' })
  expect((await shop.visitor.products.list({ query: { search: 'New belt' } })).total).toBe(1)
  expect(existsSync(join(folder, 'a'))).toBe(false)
})

test.runIf(given.kind === 'postgres')('a backup that B writes has the files of the store', async () => {
  await upload(seller)
  const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
  const place = { databaseUrl: given.kind === 'postgres' ? `${given.server}/${rows[0]?.name}` : undefined, dataDir: join(folder, 'b') }
  const spool = mkdtempSync(join(tmpdir(), 'reflute-spool-'))
  const file = join(spool, 'shop.tar')
  const { manifest } = await withClient(place, (client) =>
    writeArchive({ client, kind: 'postgres', files: depsB.files, folder: spool, now: new Date() }, createWriteStream(file)),
  )
  const stored: string[] = []
  for await (const { key } of listEverything(depsB.files)) stored.push(key)
  const archived = new Map<string, Buffer>()
  await readArchive(file, {
    table: async (_name, lines) => void (await buffer(lines)),
    file: async (key, bytes) => void archived.set(key, await buffer(bytes)),
  })
  rmSync(spool, { recursive: true })
  expect(stored.length).toBeGreaterThan(5)
  expect([manifest.files.count, [...archived.keys()]]).toEqual([stored.length, stored])
  const [key = '', bytes] = [...archived].at(-1) ?? []
  expect(bytes?.equals((await readWhole(depsB.files, key)) ?? Buffer.alloc(0))).toBe(true)
})

test('while the store is away uploads are 503, and everything else works on both; afterwards it is as before', async () => {
  const seen = await upload(seller)
  const unseen = await upload(seller)
  const buyer = await shop.signIn('customer')
  const staff = await shop.signIn('application_admin')
  expect((await appB.inject({ url: seen?.url ?? '' })).statusCode).toBe(200)
  expect((await appB.inject('/api/health/ready')).statusCode).toBe(200)
  const rows = await shop.deps.db.$count(mediaFiles)
  await store.stop()

  const away = { status: 503, code: 'files_unavailable', detail: "Files can't be saved right now. Try again in a moment." }
  expect(await refusalOf(upload(seller))).toMatchObject(away)
  expect(await refusalOf(onB(buyer).returns.photos({ form: await formOfPicture() }))).toMatchObject(away)
  expect(await refusalOf(staff.imports.upload({ form: formOf('slug,name\na,b\n') }))).toMatchObject(away)
  expect(await shop.deps.db.$count(mediaFiles)).toBe(rows)
  expect((await appB.inject({ url: seen?.url ?? '' })).statusCode).toBe(200) // from memory
  const lost = await appB.inject({ url: unseen?.url ?? '' })
  expect([lost.statusCode, lost.headers['cache-control'], lost.json().code]).toEqual([503, 'no-store', 'files_unavailable'])

  const product = await shop.make.product({ category: 'accessories' })
  await onB(buyer).cart.addItem({ body: { productId: product.id, quantity: 1 } })
  expect(await checkOut(buyer)).toMatchObject({ status: 'pending' })
  expect((await shop.visitor.products.list()).total).toBeGreaterThan(0)
  expect((await appB.inject('/api/health/ready')).statusCode).toBe(200)
  expect(await seller.uploads.remove({ params: { id: unseen?.id ?? '' } })).toEqual({ ok: true })

  await store.start()
  expect(await upload({ uploads: onB(seller).uploads })).toMatchObject({ width: 640 })
})

test('a server that cannot reach the store at its start is not ready', async () => {
  const files = openFiles(readConfig({ ...store.settings, S3_BUCKET: 'nowhere' }))
  const app = await buildApp({ ...depsB, files })
  expect((await app.inject('/api/health/ready')).statusCode).toBe(503)
  await app.close()
})

test('servers that store files in different places are found, and it is logged', async () => {
  const { pool } = shop.database
  const lines: string[] = []
  const watch = watchServers(
    { ...shop.deps, database: { ...shop.database, kind: 'postgres' } },
    { error: (text) => lines.push(text) },
    () => {},
  )
  const placeOf = async () => (await pool.query<{ files: string }>('select files from instances')).rows.map(({ files }) => files)
  await expect.poll(placeOf).toEqual([await depsB.files.place()])
  await watch.stop()
  expect([lines, await placeOf()]).toEqual([[], []])

  await noteServer(pool, { instance: crypto.randomUUID(), startedAt: new Date(), place: 'another folder' })
  const other = watchServers(
    { ...shop.deps, database: { ...shop.database, kind: 'postgres' } },
    { error: (text) => lines.push(text) },
    () => {},
  )
  await expect.poll(() => lines).toEqual([expect.stringContaining('store files in different places')])
  await other.stop()
  await pool.query("update instances set seen_at = now() - interval '31 seconds'")
  const later = watchServers(
    { ...shop.deps, database: { ...shop.database, kind: 'postgres' } },
    { error: (text) => lines.push(text) },
    () => {},
  )
  await expect.poll(async () => (await placeOf()).length).toBe(2)
  await later.stop()
  expect(lines).toHaveLength(1) // who was not seen for half a minute does not count
})
