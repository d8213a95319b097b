import { checkMigration } from './migration-rules.ts'
import { listFiles, read, report } from './project-files.ts'

/*
 * Migrations: each says its phase, and one that expands the database does nothing that the version before cannot work with. One snapshot of
 * the schema is in git.
 */

const files = listFiles('server/platform/db/migrations', /\.sql$/)
const findings: string[] = []
let count = 0
for (const path of files) {
  const text = read(path)
  count += text.length > 0 ? 1 : 0
  findings.push(...checkMigration(path.slice(path.lastIndexOf('/') + 1), text))
}
const [newest, ...older] = listFiles('server/platform/db/migrations/meta', /_snapshot\.json$/).reverse()
for (const path of older) findings.push(`${path}: only the newest snapshot stays (${newest}), see scripts/write-migration.ts`)

report('migrations', findings, { read: count, of: files.length })
