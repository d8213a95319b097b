import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { importFolder } from '#server/platform/folders.ts'
import type { CatalogUpload } from './plan-import.ts'

const pathOf = (config: Pick<Config, 'dataDir'>, importId: string) => join(importFolder(config), importId)

/** Keeps an uploaded file whole or not at all. */
export async function keepFile(config: Pick<Config, 'dataDir'>, importId: string, bytes: Uint8Array): Promise<void> {
  await mkdir(importFolder(config), { recursive: true })
  const path = pathOf(config, importId)
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

/** The file of an import; null when it is no longer there. */
export async function readKeptFile(
  config: Pick<Config, 'dataDir'>,
  { id, fileName }: { id: string; fileName: string },
): Promise<CatalogUpload | null> {
  const bytes = await readFile(pathOf(config, id)).catch(() => null)
  return bytes && { name: fileName, bytes }
}

/** Forgets the file of an import. */
export async function dropFile(config: Pick<Config, 'dataDir'>, importId: string): Promise<void> {
  await rm(pathOf(config, importId), { force: true })
}
