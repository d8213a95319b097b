import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { checkFiles, findFilesFault } from '#server/platform/health/check-files.ts'
import { sendCall } from '#server/platform/vendors/s3-store.ts'
import { type FileStore, openFileStore } from '#server/testing/file-store.ts'
import { openDiskFiles } from './disk-files.ts'
import { type Files, FilesUnavailableError, headOf, listAll, listEverything, readWhole } from './files.ts'
import { moveFiles } from './move-files.ts'
import { openFiles } from './open-files.ts'
import { openS3Files } from './s3-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'reflute-files-'))
let store: FileStore
beforeAll(async () => {
  store = await openFileStore()
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings of another store, such as moto, which checks signatures: the same tests run on it. */
const other = process.env.S3_TEST_ENDPOINT
const s3Of = (settings: Record<string, string>) => openFiles(readConfig({ DEMO: '0', ...settings }))
const drivers: [string, () => Promise<Files>][] = [
  ['disk', async () => openFiles(readConfig({ DATA_DIR: join(folder, 'disk') }))],
  ['s3', async () => s3Of(store.settings)],
]
if (other) {
  drivers.push([
    'another store',
    async () => {
      const settings = { ...store.settings, S3_ENDPOINT: other, S3_PREFIX: `test-${Date.now()}` }
      const { s3 } = readConfig(settings)
      if (s3) await sendCall(s3, { method: 'PUT' })
      return s3Of(settings)
    },
  ])
}

/** A store states when a file was written in whole seconds. */
const ROUNDED_MS = 1000

const put = (files: Files, key: string, content: string | Buffer) => files.put(key, Buffer.from(content), headOf(key))
const read = async (files: Files, key: string) => (await readWhole(files, key))?.toString() ?? null
async function keysOf(files: Files, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of prefix === undefined ? listEverything(files) : listAll(files, prefix)) keys.push(key)
  return keys
}

describe.each(drivers)('files on %s', (_name, open) => {
  let files: Files
  beforeAll(async () => {
    files = await open()
  })

  test('what is stored is read again to the last byte, the newest content, and gone once it is removed', async () => {
    const large = randomBytes(3_000_000)
    await put(files, 'imports/large', large)
    expect((await readWhole(files, 'imports/large'))?.equals(large)).toBe(true)
    await put(files, 'imports/large', 'small')
    expect(await read(files, 'imports/large')).toBe('small')
    expect(await files.stat('imports/large')).toMatchObject({ key: 'imports/large', bytes: 5 })
    await put(files, 'imports/empty', '')
    expect([await read(files, 'imports/empty'), (await files.stat('imports/empty'))?.bytes]).toEqual(['', 0])
    for (const key of ['imports/large', 'imports/empty', 'imports/large']) await files.remove(key)
    expect([await read(files, 'imports/large'), await files.stat('imports/empty')]).toEqual([null, null])
  })

  test('lists are in order of the keys, below their prefix, after a key, with size and time', async () => {
    const keys = ['mail/2026/c.eml', 'mail/2026/b.eml', 'mail/A.eml', 'mail/a b+c.eml', "mail/x&y'z<ü>.eml"]
    const before = Date.now()
    for (const key of keys) await put(files, key, key)
    const after = Date.now()
    await put(files, 'media/other.webp', 'x')
    const sorted = keys.toSorted((one, another) => (one < another ? -1 : 1))
    expect(await keysOf(files, 'mail/')).toEqual(sorted)
    expect(await keysOf(files, 'mail/2026')).toEqual(['mail/2026/b.eml', 'mail/2026/c.eml'])
    expect((await files.list('mail/', sorted[2])).map(({ key }) => key)).toEqual(sorted.slice(3))
    expect(await files.list('returns/')).toEqual([])
    for (const key of keys) expect(await read(files, key)).toBe(key)
    const [first] = await files.list('mail/2026/b')
    expect(first?.bytes).toBe('mail/2026/b.eml'.length)
    const writtenAt = first?.writtenAt.getTime() ?? 0
    expect(writtenAt >= before - ROUNDED_MS && writtenAt <= after + ROUNDED_MS, `${before} ${writtenAt} ${after}`).toBe(true)
    for (const key of [...keys, 'media/other.webp']) await files.remove(key)
  })

  test('nothing but files of the shop is reached', async () => {
    for (const key of ['../x', 'media/../../x', 'postgres/PG_VERSION', 'media/', 'media', '/media/x', 'media//x', 'media/a\\b', '']) {
      await expect((async () => put(files, key, 'x'))(), key).rejects.toThrow('No file of the shop')
      await expect((async () => files.get(key))(), key).rejects.toThrow('No file of the shop')
    }
  })

  test('a check stores, reads and deletes a file, and leaves none', async () => {
    expect(await checkFiles(files)).toBe('ok')
    expect(await files.list('health/')).toEqual([])
    expect(await files.place()).toBe(await (await open()).place())
  })
})

test('a file on the disk is for the user of the server alone, and is not there before it is whole', async () => {
  const files = openDiskFiles(join(folder, 'private'))
  await put(files, 'mail/a.eml', 'x')
  expect(statSync(join(folder, 'private', 'mail', 'a.eml')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'private', 'mail', 'half.eml.part'), 'x')
  expect(await keysOf(files, 'mail/')).toEqual(['mail/a.eml'])
  expect(readdirSync(join(folder, 'private')).sort()).toEqual(['mail'])
  expect(new Set(await Promise.all([1, 2, 3].map(() => openDiskFiles(join(folder, 'private')).place()))).size).toBe(1)
})

test('public pictures of the store are read once for many who ask, and are gone with their deletion', async () => {
  const files = s3Of(store.settings)
  await put(files, 'media/once.webp', 'picture')
  await put(files, 'returns/never.webp', 'photo')
  expect(await Promise.all([1, 2, 3].map(() => read(files, 'media/once.webp')))).toEqual(['picture', 'picture', 'picture'])
  await store.stop()
  expect(await read(files, 'media/once.webp')).toBe('picture')
  await expect(read(files, 'returns/never.webp')).rejects.toThrow(FilesUnavailableError)
  await store.start()
  await files.remove('media/once.webp')
  expect(await read(files, 'media/once.webp')).toBeNull()
  await files.remove('returns/never.webp')
})

test('a store that is away, has no such bucket or refuses is a failure with its reason, never a file that is not there', async () => {
  const config = readConfig({ DEMO: '0', ...store.settings })
  const said: string[] = []
  if (!config.s3) throw new Error('no store')
  const lost = openS3Files({ ...config.s3, bucket: 'nowhere' }, (reason) => said.push(reason))
  await expect(lost.get('media/x.webp')).rejects.toMatchObject({ refusal: { code: 'files_unavailable' } })
  await expect(put(lost, 'media/x.webp', 'x')).rejects.toThrow("Files can't be saved right now. Try again in a moment.")
  await expect(lost.list('media/')).rejects.toThrow()
  expect(new Set(said)).toEqual(new Set(['it answered with 404 NoSuchBucket']))
  expect(await findFilesFault(lost)).toEqual({ state: 'failed', step: 'saved', reason: 'it answered with 404 NoSuchBucket' })
})

test('at most four files are stored at a time', async () => {
  const config = readConfig({ DEMO: '0', ...store.settings })
  if (!config.s3) throw new Error('no store')
  const files = openS3Files(config.s3)
  let most = 0
  let now = 0
  const before = globalThis.fetch
  globalThis.fetch = async (...args) => {
    now += 1
    most = Math.max(most, now)
    return before(...args).finally(() => {
      now -= 1
    })
  }
  try {
    await Promise.all(Array.from({ length: 20 }, (_, at) => put(files, `media/${at}.webp`, 'x')))
  } finally {
    globalThis.fetch = before
  }
  expect(most).toBe(4)
  for (const { key } of await files.list('media/')) await files.remove(key)
})

test('files are moved once, compared, and what differs is named and left as it is', async () => {
  const disk = openDiskFiles(join(folder, 'move'))
  const files = s3Of({ ...store.settings, S3_PREFIX: 'moved' })
  const contents = {
    'media/a.webp': randomBytes(50_000),
    'imports/b': Buffer.from('sheet'),
    'mail/c.eml': Buffer.from(''),
    'returns/d.webp': Buffer.from('d'),
  }
  for (const [key, content] of Object.entries(contents)) await put(disk, key, content)
  const failures: string[] = []
  const move = (from: Files, to: Files) => moveFiles(from, to, (line) => failures.push(line))
  expect(await move(disk, files)).toEqual({ copied: 4, known: 0, failed: 0 })
  await put(disk, 'mail/later.eml', 'later')
  expect(await move(disk, files)).toEqual({ copied: 1, known: 4, failed: 0 })
  await put(files, 'imports/b', 'other')
  expect(await move(disk, files)).toEqual({ copied: 0, known: 4, failed: 1 })
  expect(failures).toEqual(['imports/b is there with another content'])
  expect(await read(files, 'imports/b')).toBe('other')
  const back = openDiskFiles(join(folder, 'moved-back'))
  expect(await move(files, back)).toEqual({ copied: 5, known: 0, failed: 0 })
  expect((await readWhole(back, 'media/a.webp'))?.equals(contents['media/a.webp'])).toBe(true)
  expect(await keysOf(back)).toEqual(await keysOf(files))
  expect(existsSync(join(folder, 'moved-back', 'health'))).toBe(false)
})
