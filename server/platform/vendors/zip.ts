import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** Limits of a ZIP: its files, the bytes of each, and of all together when they are unpacked. */
interface ZipLimits {
  files: number
  bytesEach: number
  unpacked: number
}

/** A file of a ZIP; `bytes` null: it is larger than allowed or protected by a password. */
export interface ZippedFile {
  /** Name without its folders. */
  name: string
  bytes: Buffer | null
}

/** Thrown for a file that is no ZIP, is damaged, or unpacks to more than is allowed. */
export class UnreadableZip extends Error {}

/** Returns whether a file can be unpacked, by what the ZIP states. */
const isReadable = (entry: Entry, most: number) => !entry.isEncrypted() && entry.canDecodeFileData() && entry.uncompressedSize <= most

/** Unpacks a file of at most `most` bytes, whatever size the ZIP states; null where it has more. */
async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > most) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Unpacks the files of a ZIP, one after the other, so that no more than one is in memory. Folders and what systems add are left out.
 * @throws UnreadableZip
 */
export async function* readZip(content: Buffer, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > limits.files) throw new UnreadableZip(`it has more than ${limits.files} files.`)
    let room = limits.unpacked
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.replace(/^.*[/\\]/, '')
      if (name === '' || name.startsWith('.') || entry.fileName.startsWith('__MACOSX/')) continue
      const isAllowed = isReadable(entry, limits.bytesEach)
      if (isAllowed && entry.uncompressedSize > room) throw new UnreadableZip('it is too large when unpacked.')
      const bytes = isAllowed ? await unpack(zip, entry, limits.bytesEach) : null
      room -= bytes?.length ?? 0
      yield { name, bytes }
    }
  } catch (error) {
    if (error instanceof UnreadableZip) throw error
    throw new UnreadableZip('it is damaged, or no ZIP.', { cause: error })
  }
}
