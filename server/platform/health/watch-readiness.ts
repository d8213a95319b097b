import type { HealthDetails } from '#contract/platform/health.ts'
import type { Deps } from '#server/platform/deps.ts'
import { checkFiles } from './check-files.ts'
import { countPending } from './database-health.ts'

/** Time for which what was found about files and migrations is retained: probes come every second. */
const RETAINED_MS = 10_000

/** The facts that readiness follows from. */
interface Found {
  isReady: boolean
  isDatabaseReady: boolean
  files: HealthDetails['files']
  /** Migrations that the database lacks; null while that is unknown. */
  pendingMigrations: number | null
}

/** Readiness of this server. */
export interface Readiness {
  /** Resolves within about a second. */
  look: () => Promise<Found>
}

/** Returns `find` with its answer retained for ten seconds; calls meanwhile share one search. Unknown answers (null) are not retained. */
function retained<Answer>(find: () => Promise<Answer>): () => Promise<Answer> {
  let foundAt = Number.NEGATIVE_INFINITY
  let finding: Promise<Answer> | null = null
  return () => {
    if (finding && performance.now() - foundAt < RETAINED_MS) return finding
    foundAt = performance.now()
    finding = find().then((answer) => {
      if (answer === null) foundAt = Number.NEGATIVE_INFINITY
      return answer
    })
    return finding
  }
}

/**
 * Follows whether this server is ready: the database answers and takes writes, it has every migration, files can be written (a full disk is
 * no reason, because reads go on), and `isClosing` says no. A store of files must have answered once; when it goes away later, all but
 * files works on. The embedded database was migrated by this process alone.
 */
export function watchReadiness(deps: Pick<Deps, 'database' | 'files'>, isClosing: () => boolean): Readiness {
  const { database } = deps
  let hasFilesAnswered = false
  const files = retained(() => checkFiles(deps.files))
  const pending = retained(async () => (database.kind === 'embedded' ? 0 : countPending(deps)))
  return {
    look: async () => {
      const [isDatabaseReady, found, pendingMigrations] = await Promise.all([database.isReady(), files(), pending()])
      hasFilesAnswered ||= found !== 'failed'
      // a store that all servers share: none of them gets better by taking no requests
      const hasFiles = found !== 'failed' || (deps.files.driver === 's3' && hasFilesAnswered)
      const isReady = isDatabaseReady && hasFiles && (pendingMigrations ?? 0) === 0 && !isClosing()
      return { isReady, isDatabaseReady, files: found, pendingMigrations }
    },
  }
}
