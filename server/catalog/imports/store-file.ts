import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { importFolder } from '#server/platform/folders.ts'
import type { CatalogUpload } from './plan-import.ts'

const pathOf = (config: Pick<Config, 'dataDir'>, importId: string) => join(importFolder(config), importId)

/** Stores an uploaded file atomically. */
export async function storeFile(config: Pick<Config, 'dataDir'>, importId: string, bytes: Uint8Array): Promise<void> {
  await mkdir(importFolder(config), { recursive: true })
  const path = pathOf(config, importId)
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

/** Returns an import's file, or null when it is gone. */
export async function readStoredFile(
  config: Pick<Config, 'dataDir'>,
  { id, fileName }: { id: string; fileName: string },
): Promise<CatalogUpload | null> {
  const bytes = await readFile(pathOf(config, id)).catch(() => null)
  return bytes && { name: fileName, bytes }
}
