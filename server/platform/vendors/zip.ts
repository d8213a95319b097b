import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'

/** Limits of a ZIP: its files, the bytes of each, and of all together when they are unpacked. */
interface ZipLimits {
  files: number
  bytesEach: number
  unpacked: number
}

/**
 * Reason for which a file of a ZIP cannot be read: it is larger than allowed or protected by a password; its name leads out of the ZIP; it
 * is damaged; or the files before it took all the room.
 */
export type ZipProblem = 'large' | 'path' | 'damaged' | 'room'

/** A file of a ZIP. */
export type ZippedFile =
  /** `name` is without its folders. */
  { name: string } & ({ bytes: Buffer; problem: null } | { bytes: null; problem: ZipProblem })

/** Thrown for what is no ZIP, and where its list of files is damaged or too long. */
export class UnreadableZip extends Error {}

/** Returns whether a file can be unpacked, by what the ZIP states. */
const isReadable = (entry: Entry, most: number) => !entry.isEncrypted() && entry.canDecodeFileData() && entry.uncompressedSize <= most

/** Unpacks a file of at most `most` bytes, whatever size the ZIP states. */
async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | ZipProblem> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > most) return 'large'
      chunks.push(bytes)
    }
  } catch {
    return 'damaged'
  }
  return Buffer.concat(chunks)
}

/** Returns the content of a file, or why it cannot be read. @param room bytes that are left for it */
async function contentOf(zip: ZipFile, entry: Entry, { most, room }: { most: number; room: number }): Promise<Buffer | ZipProblem> {
  if (!isReadable(entry, most)) return 'large'
  return entry.uncompressedSize > room ? 'room' : unpack(zip, entry, most)
}

/**
 * Unpacks the files of a ZIP, one after the other, so that no more than one is in memory; what cannot be read is named with its reason, and
 * the next one follows. Folders and what systems add are left out. @throws UnreadableZip
 */
export async function* readZip(content: Buffer, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  try {
    // names are decoded here: one that leads out of the ZIP is the problem of its file alone
    const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true, decodeStrings: false })
    if (zip.entryCount > limits.files) throw new UnreadableZip(`it has more than ${limits.files} files.`)
    let room = limits.unpacked
    for await (const entry of zip.eachEntry()) {
      const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
      const name = path.replace(/^.*\//s, '')
      if (name === '' || name.startsWith('.') || path.startsWith('__MACOSX/')) continue
      const found = validateFileName(path) === null ? await contentOf(zip, entry, { most: limits.bytesEach, room }) : 'path'
      if (typeof found === 'string') yield { name: found === 'path' ? path : name, bytes: null, problem: found }
      else {
        room -= found.length
        yield { name, bytes: found, problem: null }
      }
    }
  } catch (error) {
    if (error instanceof UnreadableZip) throw error
    throw new UnreadableZip('it is damaged, or no ZIP.', { cause: error })
  }
}
