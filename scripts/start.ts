import { pathToFileURL } from 'node:url'
import { BUILT_MAIN, buildStaleParts, findStalePart } from './built.ts'

/* `npm start`: builds the screens and the server if they are missing or older than their sources, then starts the shop in this process. */

/** Refuses wrong settings before anything is built: the start itself refuses them, too. */
async function checkSettings(): Promise<void> {
  const { readConfig } = await import('../server/platform/config.ts')
  const { checkWritable } = await import('../server/platform/db/data-folder.ts')
  const { databaseUrl, dataDir, files } = readConfig(process.env)
  if (!databaseUrl || files === 'disk') checkWritable(dataDir)
}

try {
  if (findStalePart()) await checkSettings()
  buildStaleParts((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  process.argv.push('--local')
}
await import(pathToFileURL(BUILT_MAIN).href)
