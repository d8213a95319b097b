import { parseArgs } from 'node:util'
import { reasonOf } from '../server/doctor/finding.ts'
import { readConfig } from '../server/platform/config.ts'
import { consoleLog } from '../server/platform/db/watch.ts'
import { moveFiles } from '../server/platform/files/move-files.ts'
import { openFiles } from '../server/platform/files/open-files.ts'

/*
 * `npm run files:move -- --to s3|disk`: copies the files of the shop to the S3 store of the settings, or from it to DATA_DIR, and compares
 * size and SHA-256. Deletes and replaces nothing: it may run while the shop is open, and again after the change of FILES. Exit code 1 if a
 * file failed, 2 for an unknown option.
 */

const USE = 'Use: npm run files:move -- --to s3|disk'

function readTarget(): 'disk' | 's3' {
  let reason = 'Say where to.'
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
    if (to === 's3' || to === 'disk') return to
  } catch (error) {
    reason = reasonOf(error)
  }
  process.stderr.write(`${reason}\n${USE}\n`)
  return process.exit(2)
}

const to = readTarget()
try {
  const config = readConfig(process.env)
  const [source, target] = [openFiles(config, consoleLog, to === 's3' ? 'disk' : 's3'), openFiles(config, consoleLog, to)]
  const { copied, known, failed } = await moveFiles(source, target, (sentence) => process.stderr.write(`${sentence}\n`))
  process.stdout.write(`${copied} copied, ${known} already there, ${failed} failed\n`)
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
