import { type Files, headOf, readWhole } from '#server/platform/files/files.ts'
import type { CatalogUpload } from './plan-import.ts'

const keyOf = (importId: string) => `imports/${importId}`

/** Stores an uploaded file. */
export function storeFile(files: Files, importId: string, bytes: Uint8Array): Promise<void> {
  const key = keyOf(importId)
  return files.put(key, bytes, headOf(key))
}

/** Returns an import's file, or null when it is gone. */
export async function readStoredFile(files: Files, { id, fileName }: { id: string; fileName: string }): Promise<CatalogUpload | null> {
  const bytes = await readWhole(files, keyOf(id))
  return bytes && { name: fileName, bytes }
}
