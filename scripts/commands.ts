/**
 * Commands of operators in the packed tree, which has no npm, by the names that they have as scripts of npm. A test compares them with
 * package.json.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'admin:reset-factor': () => import('./reset-factor.ts'),
  'audit:verify': () => import('./verify-audit.ts'),
  backup: () => import('./backup.ts'),
  doctor: () => import('./doctor.ts'),
  erasures: () => import('./erasures.ts'),
  'files:move': () => import('./move-files.ts'),
  ledger: () => import('./ledger.ts'),
  lockdown: () => import('./lock-down.ts'),
  migrate: () => import('./migrate.ts'),
  'outbox:release': () => import('./release-outbox.ts'),
  restore: () => import('./restore.ts'),
  'restore:drill': () => import('./restore-drill.ts'),
  'secrets:rotate': () => import('./rotate-secrets.ts'),
}
