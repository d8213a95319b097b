import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { RefusalError } from '#server/platform/http/refusal.ts'

/**
 * Prefixes of the shop's files; the name after it is never given to other content. `certificates/` has tax certificates for their owners
 * and staff, `media/` has pictures that everybody may see, `returns/` photos for those a return concerns, `imports/` uploaded spreadsheets,
 * `mail/` emails where there is no mail server, `papers/` papers of products for those who may read them, `quotes/` files of
 * quotes for their two sides.
 */
export const PREFIXES = ['certificates/', 'imports/', 'mail/', 'media/', 'papers/', 'quotes/', 'returns/'] as const

/** Prefix of the files by which the store is tried; no backup has them. */
export const PROBES = 'health/'

/** A stored file. */
export interface StoredFile {
  key: string
  bytes: number
  writtenAt: Date
}

/** Headers that a store keeps with a file, for those who read it there. */
interface FileHead {
  contentType: string
  cacheControl: string
}

/** The files of the shop, on a disk or in an S3 store. Every call may throw FilesUnavailableError. */
export interface Files {
  driver: 'disk' | 's3'
  /** Names the place, so that servers can compare where they store files. */
  place: () => Promise<string>
  /** Stores a file: readers see all of it or nothing. */
  put: (key: string, bytes: Uint8Array, head: FileHead) => Promise<void>
  /** Returns the content of a file; null where there is none. */
  get: (key: string) => Promise<Readable | null>
  stat: (key: string) => Promise<StoredFile | null>
  /** Deletes a file; one that is not there is no fault. */
  remove: (key: string) => Promise<void>
  /** Lists the next files after a key whose keys begin with `prefix`, in order of their keys; none: that was all. */
  list: (prefix: string, after?: string) => Promise<StoredFile[]>
}

/** Thrown when the store of the files does not answer, or refuses its caller: a request is 503. `reason` is for those who run the shop. */
export class FilesUnavailableError extends RefusalError {
  readonly reason: string
  constructor(reason: string) {
    super({ code: 'files_unavailable' })
    this.name = 'FilesUnavailableError'
    this.reason = reason
  }
}

const PART_OF_NO_KEY = /^\.{0,2}$|[\\\0]/

const isKeyBelow = (prefixes: readonly string[], key: string) =>
  prefixes.some((prefix) => key.startsWith(prefix)) && !key.split('/').some((name) => PART_OF_NO_KEY.test(name))

/** Returns whether a key has one of the prefixes of the shop's files and leads nowhere else. */
export const isStoredKey = (key: string): boolean => isKeyBelow(PREFIXES, key)

/** Returns a key as it is. @throws Error for one that no file of ours has: it might lead elsewhere */
export function checkKey(key: string): string {
  if (!isKeyBelow([...PREFIXES, PROBES], key)) throw new Error(`No file of the shop is called ${key}`)
  return key
}

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  eml: 'message/rfc822',
}

/** Returns the type of a file and how long others may cache it. */
export function headOf(key: string): FileHead {
  return {
    contentType: TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    cacheControl: key.startsWith('media/') ? 'public, max-age=31536000, immutable' : 'private, no-store',
  }
}

/** Reads a whole file; null where there is none. */
export async function readWhole(files: Pick<Files, 'get'>, key: string): Promise<Buffer | null> {
  const content = await files.get(key)
  return content && buffer(content)
}

/** Lists all files whose keys begin with `prefix`, in order of their keys. */
export async function* listAll(files: Pick<Files, 'list'>, prefix: string): AsyncGenerator<StoredFile> {
  for (let page = await files.list(prefix); page.length > 0; page = await files.list(prefix, page.at(-1)?.key)) yield* page
}

/** Lists all files of the shop. */
export async function* listEverything(files: Pick<Files, 'list'>): AsyncGenerator<StoredFile> {
  for (const prefix of PREFIXES) yield* listAll(files, prefix)
}
