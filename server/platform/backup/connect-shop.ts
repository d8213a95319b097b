import { mkdir, writeFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { type Config, type DatabaseAddress, directUrlOf } from '#server/platform/config.ts'
import { NEEDS_DIRECT_URL } from '#server/platform/db/client.ts'
import { checkHasDatabase, checkWritable, openFolder } from '#server/platform/db/data-folder.ts'
import { lockDataDir } from '#server/platform/db/data-lock.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { makeClient } from '#server/platform/db/watched-client.ts'
import { readEntries } from '#server/platform/vendors/tar-file.ts'
import { type NewestOperations, type Operation, readOperations, recordOperation, releaseOutbox } from './operation-record.ts'
import { ControlAnswer, controlSocket } from './serve-control.ts'

/** A connection to the shop's database, past the running shop. */
interface ShopConnection {
  client: pg.Client
  kind: 'embedded' | 'postgres'
  close: () => Promise<void>
}

type Place = DatabaseAddress & Pick<Config, 'dataDir'>

/**
 * Returns the address of the PostgreSQL server past a pooler; null for the embedded database.
 * @throws Error naming the setting that is missing
 */
function directUrl(place: Place): string | null {
  const url = directUrlOf(place)
  if (place.databaseUrl && url === null) throw new Error(NEEDS_DIRECT_URL)
  return url
}

/** Names the database as people type it to confirm that it is erased: host and database, or the data directory. */
export function nameOfShop(place: Place): string {
  const url = directUrl(place)
  if (!url) return resolve(place.dataDir)
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}${port ? `:${port}` : ''}/${decodeURIComponent(pathname.slice(1))}`
}

async function connectPostgres(connectionString: string): Promise<ShopConnection> {
  const client = makeClient({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return { client, kind: 'postgres', close: () => client.end() }
}

async function connectEmbedded(open: () => ReturnType<typeof openPglite>, release: () => void): Promise<ShopConnection> {
  try {
    const embedded = await open()
    const client = makeClient({ stream: embedded.connect, user: 'postgres', database: 'postgres' })
    await client.connect()
    const close = async () => {
      await client.end()
      await embedded.close()
      release()
    }
    return { client, kind: 'embedded', close }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Connects to the shop's database. The embedded one must not be in use.
 * @param making whether an embedded database that is not there may be made: `new` only where there was no shop, `always` for what is
 * restored
 * @throws Error naming the setting, or the process that has it open
 */
export async function connectDirectly(place: Place, making: 'never' | 'new' | 'always' = 'never'): Promise<ShopConnection> {
  const url = directUrl(place)
  if (url) return connectPostgres(url)
  const { dataDir } = place
  if (making === 'never') checkHasDatabase(dataDir)
  else checkWritable(dataDir)
  const open = () => openFolder(dataDir, (folder) => openPglite({ dataDir: folder }), making === 'always')
  return connectEmbedded(open, lockDataDir(dataDir))
}

/** Opens the socket of the running shop; null where none runs. */
function openControl({ databaseUrl, dataDir }: Place): Promise<Socket | null> {
  if (databaseUrl) return Promise.resolve(null)
  return new Promise((done) => {
    const socket = createConnection(controlSocket(dataDir))
    socket.once('connect', () => done(socket))
    socket.once('error', () => done(null))
  })
}

/** Sends a command to the running shop. @returns its answer, and the bytes that come after it */
async function command(
  socket: Socket,
  line: object,
): Promise<{ answer: ReturnType<typeof ControlAnswer.parse>; body: AsyncGenerator<Buffer> }> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  socket.write(`${JSON.stringify(line)}\n`)
  let first: Buffer = Buffer.alloc(0)
  while (!first.includes('\n')) {
    const { done, value } = await chunks.next()
    if (done) throw new Error('The running shop closed the connection')
    first = Buffer.concat([first, value])
  }
  const end = first.indexOf('\n')
  const answer = ControlAnswer.parse(JSON.parse(first.toString('utf8', 0, end)))
  if (answer.error !== undefined) throw new Error(`The running shop refused: ${answer.error}`)
  let left = answer.bytes ?? 0
  async function* body() {
    for (let chunk: Buffer = first.subarray(end + 1); ; ) {
      left -= chunk.length
      if (chunk.length > 0) yield chunk
      const { done, value } = await chunks.next()
      if (done) break
      chunk = value
    }
    if (left !== 0) throw new Error('The running shop closed the connection')
  }
  return { answer, body: body() }
}

/** Writes the files of a database, as its copy has them, into `folder`. */
async function unpack(copy: AsyncGenerator<Buffer>, folder: string): Promise<void> {
  for await (const { name, isFolder, body } of readEntries(Readable.from(copy))) {
    const path = join(folder, name)
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (isFolder) for await (const _ of body);
    else await writeFile(path, body, { mode: 0o600 })
  }
}

/**
 * Connects to the shop's database for reading, so that no request waits for it: the running shop hands over a copy of the embedded one,
 * which is opened in `folder`.
 */
export async function connectForReading(place: Place, folder: string): Promise<ShopConnection> {
  const socket = await openControl(place)
  if (!socket) return connectDirectly(place)
  const copy = join(folder, 'postgres')
  try {
    const { body } = await command(socket, { command: 'backup' })
    await unpack(body, copy)
  } finally {
    socket.destroy()
  }
  return connectEmbedded(
    () => openPglite({ dataDir: copy }),
    () => {},
  )
}

/** Runs `inRunning` through the running shop, or `onClient` on the database that no shop has open. */
async function reach<Result>(
  place: Place,
  line: object,
  inRunning: (answer: ReturnType<typeof ControlAnswer.parse>) => Result,
  onClient: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const socket = await openControl(place)
  if (!socket) {
    const { client, close } = await connectDirectly(place)
    return onClient(client).finally(close)
  }
  try {
    return inRunning((await command(socket, line)).answer)
  } finally {
    socket.destroy()
  }
}

/** Records an operation in the shop's database, whether the shop runs or not. */
export async function recordInShop(place: Place, operation: Operation): Promise<void> {
  await reach(
    place,
    { command: 'record', operation },
    () => true,
    (client) => recordOperation(client, operation),
  )
}

/** Reads the newest operations of the shop, whether it runs or not. */
export function readOperationsOfShop(place: Place): Promise<NewestOperations> {
  return reach(
    place,
    { command: 'operations' },
    ({ operations }) => {
      if (!operations) throw new Error('The running shop is of an older version: restart it.')
      return operations
    },
    readOperations,
  )
}

/** Releases the outbox of a restored shop, whether it runs or not. @returns the number of waiting messages; null where it was not held */
export function releaseInShop(place: Place, { isLive, at }: { isLive: boolean; at: Date }): Promise<number | null> {
  return reach(
    place,
    { command: 'release', isLive },
    ({ released }) => released ?? null,
    (client) => releaseOutbox(client, { isLive, at }),
  )
}
