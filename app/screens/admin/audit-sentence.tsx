import { ActivitySentence } from '#app/features/kit/frame/activity.tsx'
import { activityActor, activityName, activityWords } from '#app/features/kit/frame/activity-words.ts'
import type { AuditRecord } from '#contract/reporting/audit.ts'

/** Returns an entry of the audit log as a sentence. */
export const auditText = (entry: AuditRecord): string =>
  [activityActor(entry), activityWords(entry), activityName(entry)].filter((part) => part !== null).join(' ')

/** The same with a link to what it is about. */
export const AuditSentence = ({ entry }: { entry: AuditRecord }) => <ActivitySentence entry={entry} isSuper />
