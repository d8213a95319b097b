import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { noteServer } from '#server/platform/files/watch-servers.ts'
import { type FileStore, openFileStore } from '#server/testing/file-store.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { runChecks } from './run-checks.ts'

const given = inject('database')
const folder = mkdtempSync(join(tmpdir(), 'reflute-doctor-'))
let store: FileStore
let readOnly: Server
beforeAll(async () => {
  store = await openFileStore()
  readOnly = createServer((request, response) => {
    const code = request.url?.startsWith('/skewed') ? 'SignatureDoesNotMatch' : 'AccessDenied'
    request.resume().on('end', () => response.writeHead(403).end(`<Error><Code>${code}</Code></Error>`))
  })
  await new Promise<void>((resolve) => readOnly.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  readOnly.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function check(name: string, settings: Record<string, string>) {
  const all = await runChecks({ DEMO: '0', PUBLIC_URL: 'http://127.0.0.1:1', DATA_DIR: folder, ...settings })
  expect(JSON.stringify(all)).not.toContain('S3RVER')
  return all.find((finding) => finding.name === name)
}

test('M-DOCTOR a folder that cannot be written', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const finding = await check('Files', { DATA_DIR: join(file, 'data') })
  expect(finding).toMatchObject({ level: 'FAIL', fix: 'Set DATA_DIR to a folder owned by the user that runs the shop.' })
})

test('M-DOCTOR a store that works, one without write, another signature, no such bucket, and nobody there', async () => {
  expect(await check('Files', store.settings)).toMatchObject({ level: 'ok', what: 'can be saved, read and deleted in the bucket shop' })
  const { port } = readOnly.address() as AddressInfo // it listens on a port
  const refusing = { ...store.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` }
  expect(await check('Files', refusing)).toEqual({
    level: 'FAIL',
    name: 'Files',
    what: "A file can't be saved in the bucket shop: it answered with 403 AccessDenied.",
    fix: 'Allow the access key to get, put, delete and list objects in the bucket.',
  })
  const skewed = await check('Files', { ...refusing, S3_BUCKET: 'skewed' })
  expect(skewed).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Correct S3_ACCESS_KEY_ID') })
  const lost = await check('Files', { ...store.settings, S3_BUCKET: 'nowhere' })
  expect(lost).toMatchObject({ level: 'FAIL', fix: 'Create the bucket, or correct S3_BUCKET.' })
  const away = await check('Files', { ...store.settings, S3_ENDPOINT: 'http://127.0.0.1:1' })
  expect(away).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Check S3_ENDPOINT') })
})

describe.runIf(given.kind === 'postgres')('M-DOCTOR servers', () => {
  test('that store files in one place are fine, in two they are not', async () => {
    const shop = await openTestShop()
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    const settings = { DATABASE_URL: given.kind === 'postgres' ? `${given.server}/${rows[0]?.name}` : '' }
    const add = (place: string) => noteServer(shop.database.pool, { instance: crypto.randomUUID(), startedAt: new Date(), place })
    await add('folder one')
    await add('folder one')
    expect(await check('Servers', settings)).toMatchObject({ level: 'ok' })
    await add('folder two')
    expect(await check('Servers', settings)).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('FILES=s3') })
    await shop.close()
  })
})
