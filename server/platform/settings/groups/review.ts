import { DEFAULT_REVIEW_DAYS, type ReviewDays } from '#domain/settings.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Days within which applications are answered. */
export const review = plainGroup<ReviewDays>({ initial: DEFAULT_REVIEW_DAYS, needsStepUp: false })
