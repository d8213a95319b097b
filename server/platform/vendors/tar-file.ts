import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'

/** A file or folder of an archive; its body must be read to the end before the next one comes. */
export interface Entry {
  name: string
  isFolder: boolean
  body: AsyncIterable<Buffer>
}

/** A file to be written into an archive. */
export interface NewEntry {
  name: string
  /** Length of the body in bytes, which stands before it. */
  size: number
  body: AsyncIterable<Buffer> | Buffer
}

/** Two empty blocks end an archive. */
const END_BYTES = 1024
const MODE = 0o600

async function addEntries(pack: tar.Pack, entries: AsyncIterable<NewEntry>, mtime: Date): Promise<void> {
  for await (const { name, size, body } of entries) {
    const sink = pack.entry({ name, size, mtime, mode: MODE })
    await pipeline(Buffer.isBuffer(body) ? [body] : body, sink as unknown as Writable) // a stream of streamx
  }
  pack.finalize()
}

/** Yields the bytes of an archive without the blocks that end it, so that more may follow. @param mtime time of every file */
export async function* packEntries(entries: AsyncIterable<NewEntry>, mtime: Date): AsyncGenerator<Buffer> {
  const pack = tar.pack()
  const adding = addEntries(pack, entries, mtime).catch((error: Error) => {
    pack.destroy(error)
    throw error
  })
  adding.catch(() => {}) // the reader below fails with it
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of pack as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([last, chunk])
    const end = Math.max(0, bytes.length - END_BYTES)
    if (end > 0) yield bytes.subarray(0, end)
    last = bytes.subarray(end)
  }
  await adding
}

/** Returns the bytes of an archive with this one file, and its end. */
export async function packLast(name: string, text: string, mtime: Date): Promise<Buffer> {
  const pack = tar.pack()
  pack.entry({ name, mtime, mode: MODE }, text)
  pack.finalize()
  return buffer(pack as AsyncIterable<Buffer>)
}

/** Yields the files of an archive. @throws Error when it is cut or not an archive */
export async function* readEntries(source: Readable): AsyncGenerator<Entry> {
  const extract = tar.extract()
  const reading = pipeline(source, extract as unknown as Writable) // a stream of streamx
  reading.catch(() => {}) // thrown below
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header
      yield { name, isFolder: type === 'directory', body: entry as unknown as AsyncIterable<Buffer> }
    }
    await reading
  } finally {
    source.destroy()
  }
}
